/** A symbol as the screen names it: its code and its name, the code once where the name begins with it. */
export const symbolTitle = (code: string, name = ''): string =>
  `${name} `.startsWith(`${code} `) ? name : `${code} ${name}`.trim()
