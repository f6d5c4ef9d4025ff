import { departureReasons } from '@finlist/domain/picking/departure-reasons'
import { doubtKinds } from '@finlist/domain/prices/doubt-kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, isoDate, patternTypes } from './finlist.ts'

const stockCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(12))
const price = z.number().check(z.positive(), z.maximum(10_000_000))

/** The minimum and maximum length of a reason, in characters. */
export const reasonLength = { least: 20, most: 500 } as const
const reason = z.string().check(z.trim(), z.minLength(reasonLength.least), z.maxLength(reasonLength.most))
export const noteLength = 280

const editKinds = ['veto', 'add', 'change', 'note'] as const
export type EditKind = (typeof editKinds)[number]

const names = { stockCode: z.string(), stockName: z.string(), stockNameZh: z.string() }
const pickPrices = { buyPoint: z.number(), stop: z.number() }

const proposalEdit = z.object({
  editId: z.number(),
  what: z.enum(editKinds),
  /** For a change: the buy point before and after it. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** For a note: the text that subscribers read. */
  note: z.string(),
  reason: z.string(),
  byName: z.string(),
  at: z.iso.datetime(),
})
export type ProposalEdit = z.output<typeof proposalEdit>

/**
 * A row of the list as it would be published. Vetoed rows are included. Missing prices are -1; a missing rank or
 * template is null.
 */
const proposedPick = z.object({
  ...names,
  ...pickPrices,
  close: z.number(),
  patternType: z.enum([...patternTypes, 'NIL']),
  variant: z.string(),
  percivalScore: z.number(),
  rank: z.nullable(z.number()),
  template: z.nullable(z.number()),
  origin: z.enum(['method', 'staff']),
  isVetoed: z.boolean(),
  note: z.string(),
  /** The stock's row in the previous list; null if it is new. */
  before: z.nullable(z.object({ percivalScore: z.number(), buyPoint: z.number() })),
  edits: z.array(proposalEdit),
})
export type ProposedPick = z.output<typeof proposedPick>

const proposal = z.object({
  issueDate: isoDate,
  method: z.string(),
  constants: z.string(),
  /** The number of stocks that the method considered. */
  eligible: z.number(),
  madeAt: z.iso.datetime(),
  state: z.enum(['open', 'handed-in', 'published', 'dropped']),
  /**
   * Changes with every edit. A call that hands in or publishes the list names the version, so that only a list that was
   * reviewed is accepted.
   */
  version: z.string(),
  handedInBy: z.nullable(z.string()),
  publishedBy: z.nullable(z.string()),
  publishedAt: z.nullable(z.iso.datetime()),
  previousDate: z.nullable(isoDate),
  picks: z.array(proposedPick),
  /**
   * Picks of the previous list that this list no longer has. The reason is null if the list comes from the operator's
   * own program, which gives no reasons.
   */
  leaving: z.array(z.object({ ...names, reason: z.nullable(z.enum(departureReasons)) })),
  /** Stocks that the method left out because their prices are in doubt and staff have not decided yet. */
  leftOut: z.array(z.object({ ...names, kind: z.enum(doubtKinds), date: isoDate })),
})
export type ProposalOfWeek = z.output<typeof proposal>

/** The market's newest proposal. If the past week has none, `missing` gives the reason. */
export const proposalOfWeek = call({
  method: 'GET',
  path: '/admin/picking/proposal',
  topics: ['finlist', 'prices'],
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    proposal: z.nullable(proposal),
    /** The reason why the job has not made a proposal; null if it has made one, or if none is due yet. */
    missing: z.nullable(
      z.object({
        issueDate: isoDate,
        why: z.enum(['no-prices', 'too-few-stocks', 'day-held', 'engine-failed', 'already-published']),
        /**
         * The numbers of eligible stocks now and a week before. `message` is the error of the operator's own program.
         */
        eligible: z.nullable(z.number()),
        eligibleBefore: z.nullable(z.number()),
        message: z.string(),
      }),
    ),
    nextAt: z.nullable(z.iso.datetime()),
    /** Whether the list must be published by someone other than the user who handed it in. */
    needsTwo: z.boolean(),
    /**
     * The time when the list is published automatically unless someone publishes it earlier; null if it is never
     * published automatically.
     */
    publishesAt: z.nullable(z.iso.datetime()),
  }),
})
export type ProposalAnswer = z.output<(typeof proposalOfWeek)['data']>

const ofProposal = { exchange: exchangeId, issueDate: isoDate }

/**
 * Makes the proposal of the market's last completed week now or, if that week's prices have not arrived, of the last
 * week with prices. Replaces an existing proposal. Edits are kept for stocks that are still on the list. 409 if the
 * week's list has been published.
 */
export const makeProposal = call({
  method: 'POST',
  path: '/admin/picking/proposal/make',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId }),
})

/**
 * Edits the proposal: vetoes, adds or changes a pick, or adds a note to it. A proposal that had been handed in must be
 * handed in again. 409 if it was published or dropped in the meantime.
 */
export const editProposal = call({
  method: 'POST',
  path: '/admin/picking/edits',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({
    ...ofProposal,
    stockCode,
    what: z.enum(editKinds),
    /** Required for a change, optional for an added stock. */
    buyPoint: z.optional(price),
    /** For a note: the text that subscribers read next to the pick. */
    note: z.optional(z.string().check(z.trim(), z.maxLength(noteLength))),
    reason,
  }),
})

/** Undoes an edit of a proposal. */
export const takeEditBack = call({
  method: 'POST',
  path: '/admin/picking/edits/:editId/take-back',
  needs: { right: 'staff', fresh: 'never' },
  params: z.object({
    editId: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
  }),
})

/** Hands in this version of the list, for another user to publish. */
export const handInProposal = call({
  method: 'POST',
  path: '/admin/picking/hand-in',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ ...ofProposal, version: z.string().check(z.maxLength(64)) }),
})

/** Publishes this version of the list. 409 if the list was changed, published or dropped in the meantime. */
export const publishProposal = call({
  method: 'POST',
  path: '/admin/picking/publish',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ ...ofProposal, version: z.string().check(z.maxLength(64)) }),
})

/**
 * The state, for staff, of a market's reconstruction: the lists that the method would have made before the market's
 * first issue.
 */
export const reconstruction = call({
  method: 'GET',
  path: '/admin/picking/reconstruction',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    /** Null if the market has no issue yet; then nothing can be reconstructed. */
    firstIssue: z.nullable(isoDate),
    /** The earliest and the latest possible start date. */
    oldest: z.nullable(isoDate),
    newest: z.nullable(isoDate),
    reconstruction: z.nullable(
      z.object({
        from: isoDate,
        /** The number of weeks to reconstruct, and the number done so far. */
        weeks: z.number(),
        made: z.number(),
        /** Null until all weeks are done. */
        madeOn: z.nullable(isoDate),
        /** The number of times the reconstruction was made. */
        times: z.number(),
      }),
    ),
  }),
})
export type ReconstructionState = z.output<(typeof reconstruction)['data']>

/**
 * Reconstructs, in the background, the lists from that day to the first issue, and replaces an existing reconstruction.
 * 409 while one is in progress.
 */
export const reconstruct = call({
  method: 'POST',
  path: '/admin/picking/reconstruction',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, from: isoDate }),
})
