import { departureReasons } from '@finlist/domain/picking/departure-reasons'
import { doubtKinds } from '@finlist/domain/prices/doubt-kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, isoDate, patternTypes } from './finlist.ts'

const stockCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(12))
const price = z.number().check(z.positive(), z.maximum(10_000_000))

/** The limits of a reason's length, in characters. */
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
 * A row as it would be published; vetoed rows are included. Prices are -1 if there is none; rank and template are null.
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
  /** Changes with every edit, so that only a reviewed version can be published. */
  version: z.string(),
  handedInBy: z.nullable(z.string()),
  publishedBy: z.nullable(z.string()),
  publishedAt: z.nullable(z.iso.datetime()),
  previousDate: z.nullable(isoDate),
  picks: z.array(proposedPick),
  /**
   * Picks of the previous list that this one drops. The reason is null if the list comes from the operator's own
   * program, which gives none.
   */
  leaving: z.array(z.object({ ...names, reason: z.nullable(z.enum(departureReasons)) })),
  /** Stocks that were not looked at because of a doubt about their prices that staff have not decided. */
  leftOut: z.array(z.object({ ...names, kind: z.enum(doubtKinds), date: isoDate })),
})
export type ProposalOfWeek = z.output<typeof proposal>

/** The market's newest proposal, or the reason why the past week has none. */
export const proposalOfWeek = call({
  method: 'GET',
  path: '/admin/picking/proposal',
  topics: ['finlist', 'prices'],
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    proposal: z.nullable(proposal),
    /** Why the job has not made a proposal; null if it has, or if none is due yet. */
    missing: z.nullable(
      z.object({
        issueDate: isoDate,
        why: z.enum(['no-prices', 'too-few-stocks', 'day-held', 'engine-failed', 'already-published']),
        /** The number of eligible stocks now and a week before, and the error of the operator's own engine. */
        eligible: z.nullable(z.number()),
        eligibleBefore: z.nullable(z.number()),
        message: z.string(),
      }),
    ),
    nextAt: z.nullable(z.iso.datetime()),
    /** The list must be published by someone other than the person who submitted it. */
    needsTwo: z.boolean(),
    /** When the list is published automatically, unless someone publishes it before. */
    publishesAt: z.nullable(z.iso.datetime()),
  }),
})
export type ProposalAnswer = z.output<(typeof proposalOfWeek)['data']>

const ofProposal = { exchange: exchangeId, issueDate: isoDate }

/**
 * Makes the proposal of the market's last completed week now, or of the last week with prices if that week's have not
 * arrived. Replaces an existing proposal; edits are kept for stocks that are still on it.
 */
export const makeProposal = call({
  method: 'POST',
  path: '/admin/picking/proposal/make',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId }),
})

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

export const takeEditBack = call({
  method: 'POST',
  path: '/admin/picking/edits/:editId/take-back',
  needs: { right: 'staff', fresh: 'never' },
  params: z.object({
    editId: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
  }),
})

/** Submits this version of the list for another person to publish. */
export const handInProposal = call({
  method: 'POST',
  path: '/admin/picking/hand-in',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ ...ofProposal, version: z.string().check(z.maxLength(64)) }),
})

/** Publishes this version of the list. */
export const publishProposal = call({
  method: 'POST',
  path: '/admin/picking/publish',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ ...ofProposal, version: z.string().check(z.maxLength(64)) }),
})

/** A market's reconstruction, for staff: the lists that the method would have made before the market's first issue. */
export const reconstruction = call({
  method: 'GET',
  path: '/admin/picking/reconstruction',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    /** Null if the market has no issue yet, so that nothing can be reconstructed. */
    firstIssue: z.nullable(isoDate),
    /** The earliest and latest possible start date. */
    oldest: z.nullable(isoDate),
    newest: z.nullable(isoDate),
    reconstruction: z.nullable(
      z.object({
        from: isoDate,
        /** The number of weeks to reconstruct, and of those done. */
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

/** Reconstructs the lists from that day until the first issue, in the background, replacing existing ones. */
export const reconstruct = call({
  method: 'POST',
  path: '/admin/picking/reconstruction',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, from: isoDate }),
})
