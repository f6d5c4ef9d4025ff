import type { Track } from '@finlist/contract/track-record'
import type { Day } from '@finlist/domain/calendar'
import type { OutcomeState } from '@finlist/domain/outcome/follow'
import type { Twin } from '@finlist/domain/outcome/twin'

/**
 * A pick with a buy point, in shares of its issue's day. `standsUntil` is null until the outcomes of the pick and its
 * twins are final; from then on it is the last day on which the pick waited or was held.
 */
export type PickRow = {
  issueDate: Day
  stockCode: string
  track: Track
  pattern: string
  buyPoint: number
  twins: Twin[]
  standsUntil: Day | null
  repeats: boolean
}

export type OutcomeRow = {
  issueDate: Day
  stockCode: string
  track: Track
  pattern: string
  buyPoint: number
  repeats: Day | null
  state: OutcomeState | 'repeated'
  entryDate: Day | null
  entry: number | null
  exitDate: Day | null
  exit: number | null
  netWorst: number | null
  netBest: number | null
  marketReturn: number | null
  twins: number
  twinsOpen: number
  twinWorst: number | null
  twinBest: number | null
  asAt: Day
  /**
   * The last day on which the outcome of the pick (under either reading of the entry's day) or of a twin could change;
   * null while one of them still can.
   */
  standsSince: Day | null
}

/** A settled or open outcome with the values that figures are computed from. */
export type CountedRow = Pick<
  OutcomeRow,
  | 'issueDate'
  | 'stockCode'
  | 'track'
  | 'pattern'
  | 'state'
  | 'exitDate'
  | 'netWorst'
  | 'netBest'
  | 'twins'
  | 'twinsOpen'
  | 'twinWorst'
  | 'twinBest'
> & { stands: boolean }
