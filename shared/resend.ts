/**
 * Time after which another code or link can be asked for, in milliseconds. The site counts it down before it offers that;
 * until then the server mails none.
 */
export const resendAfterMs = 30_000;
