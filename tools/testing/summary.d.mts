import type { TestRecord } from './records.mjs'

/** Seconds that each group may take in `npm test` on two idle cores. */
export const fastBudgets: Record<string, number>
export function summarise(
  records: readonly TestRecord[],
  options: {
    /** Divides the time of a group's tests, because that many run at the same time. */
    cores: number
    /** For a group that ran alone: the time from its start to its end. */
    wallMs?: Record<string, number>
    /** In seconds per group; by default none are printed. */
    budgets?: Record<string, number> | undefined
    /** The output of runtime crashes whose tests were run again. */
    crashes?: readonly string[]
    /** From the start of the run to its end. */
    tookMs?: number
    print?: (text: string) => void
  },
): boolean
export function unmarkedSlow(records: readonly TestRecord[]): TestRecord[]
export function medians(rounds: readonly (readonly TestRecord[])[]): TestRecord[]
