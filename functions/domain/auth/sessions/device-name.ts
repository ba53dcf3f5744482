/** Browsers by the product that names them. The order decides: most name Chrome and Safari too. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

/** Systems. The order decides: Android names Linux, and an iPhone names macOS. */
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Maximum number of characters of a User-Agent that are read. */
const charactersMax = 512;

/**
 * Names a browser for its owner: "Chrome on Android". Made of words of this file only, so nothing that a client sends
 * is stored or shown. Returns "Unknown device" for scripts and everything else.
 */
export function deviceNameOf(userAgent: string): string {
  const read = userAgent.slice(0, charactersMax);
  const browser = browsers.find(([, pattern]) => pattern.test(read))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(read))?.[0];
  if (browser === undefined && system === undefined) return unknownDevice;
  if (system === undefined) return browser ?? unknownDevice;
  return `${browser ?? 'Unknown browser'} on ${system}`;
}

/** Name of a device that says nothing about itself, and of sessions from before devices were noted. */
export const unknownDevice = 'Unknown device';
