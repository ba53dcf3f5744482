import { isIPv4 } from 'node:net';

/** True when a host, as `URL.hostname` spells it, is this machine. A name that only begins like an address is not. */
function isLoopbackHostname(hostname: string): boolean {
  const name = hostname.toLowerCase();
  if (name === 'localhost' || name === '[::1]') return true;
  return name.endsWith('.localhost') || (isIPv4(name) && name.startsWith('127.'));
}

/** True when a webhook may be sent to an address: http on this machine, and nothing that hides another host. */
export function isLoopbackUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'http:' && isLoopbackHostname(parsed.hostname);
}

/** True when a `Host` header names this machine: a foreign name that points here (DNS rebinding) does not. */
export function isLoopbackHost(host: string): boolean {
  const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host) ?? [];
  return name !== undefined && isLoopbackHostname(name);
}
