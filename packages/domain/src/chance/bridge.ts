/**
 * Samples the highest (`sign` 1) or lowest (`sign` -1) point that a Brownian bridge with standard deviation `sd`
 * reaches between its ends. `draw` is a uniform draw from (0, 1).
 */
export function bridge(from: number, to: number, sd: number, draw: number, sign: 1 | -1): number {
  return (from + to + sign * Math.sqrt((to - from) ** 2 - 2 * sd ** 2 * Math.log(draw))) / 2
}
