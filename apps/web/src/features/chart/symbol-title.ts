/** A symbol's title: its code and its name. The code is not repeated if the name begins with it. */
export const symbolTitle = (code: string, name = ''): string =>
  `${name} `.startsWith(`${code} `) ? name : `${code} ${name}`.trim()
