/** Support's email address. Mail is answered around the clock. */
export const supportAddress = 'support@satchel.example';
