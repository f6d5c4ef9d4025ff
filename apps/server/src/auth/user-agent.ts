/** The order matters: the first match counts, because newer browsers also name older ones in their User-Agent. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** The names of browser and operating system from a User-Agent; empty if there is none. */
export const readUserAgent = (said: string) => ({ browser: nameIn(browsers, said), system: nameIn(systems, said) })

const nameIn = (names: [RegExp, string][], said: string) => names.find(([form]) => form.test(said))?.[1] ?? ''
