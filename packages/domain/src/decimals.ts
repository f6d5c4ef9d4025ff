/** Whether the number, as written, has at most `most` decimals. */
export const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value

/** `value` minus `other`, exact to the decimals of both: 369.1, and never 369.09999999999854. */
export function difference(value: number, other: number): number {
  return Number((value - other).toFixed(Math.max(decimalsOf(value), decimalsOf(other))))
}

/** The number of decimals a number is written with: 2 for 0.01, 3 for 0.005, none for 1. */
export const decimalsOf = (number: number): number => (String(number).split('.')[1] ?? '').length

/** The nearest number that an input field with this step accepts. */
export const toStep = (value: number, step: number) => Number(value.toFixed(decimalsOf(step)))
