import type { TestContext } from 'vitest'

/**
 * A row in the table of `npm run test:soak`. `asked` is the requirement. A figure without a requirement, such as a
 * time, gets no verdict.
 */
export type Figure = { name: string; is: string; asked?: string }

export function show({ task }: TestContext, ...figures: Figure[]): void {
  const meta = task.meta as { figures?: Figure[] }
  meta.figures = [...(meta.figures ?? []), ...figures]
}

/** Returns the quantile of sorted `values`; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const inMs = (values: readonly number[], ...shares: number[]) =>
  `${shares.map(share => `p${share * 100} ${quantile(values, share).toFixed(0)}`).join(', ')}, most ${quantile(values, 1).toFixed(0)} ms`
