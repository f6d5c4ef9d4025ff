/** Whether the number, as written, has at most `most` decimals. */
export const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value

/** `value` minus `other`, without floating-point noise: 369.1 instead of 369.09999999999854. */
export function difference(value: number, other: number): number {
  return Number((value - other).toFixed(Math.max(decimalsOf(value), decimalsOf(other))))
}

/** The number of decimals in a number as written: 2 for 0.01, 3 for 0.005, 0 for 1. */
export const decimalsOf = (number: number): number => (String(number).split('.')[1] ?? '').length

/** The nearest number that an input field with this step accepts. */
export const toStep = (value: number, step: number) => Number(value.toFixed(decimalsOf(step)))
