import { departureReasons } from '@finlist/domain/picking/departure-reasons'
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
  /** For a change: the buy point before and after. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** For a note: what subscribers read. */
  note: z.string(),
  reason: z.string(),
  byName: z.string(),
  at: z.iso.datetime(),
})
export type ProposalEdit = z.output<typeof proposalEdit>

/** A row as it would be published, including vetoed ones. Prices are -1 where there is none, rank and template null. */
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
  /** Its row in the previous list; null: it is new. */
  before: z.nullable(z.object({ percivalScore: z.number(), buyPoint: z.number() })),
  edits: z.array(proposalEdit),
})
export type ProposedPick = z.output<typeof proposedPick>

const proposal = z.object({
  issueDate: isoDate,
  method: z.string(),
  constants: z.string(),
  /** Stocks considered by the method. */
  eligible: z.number(),
  madeAt: z.iso.datetime(),
  state: z.enum(['open', 'handed-in', 'published', 'dropped']),
  /** Changes with every edit, so that the version published is the one that was reviewed. */
  version: z.string(),
  handedInBy: z.nullable(z.string()),
  publishedBy: z.nullable(z.string()),
  publishedAt: z.nullable(z.iso.datetime()),
  previousDate: z.nullable(isoDate),
  picks: z.array(proposedPick),
  /**
   * Picks of the previous list that are not on this one; a null reason: from an operator's own program, which gives
   * none.
   */
  leaving: z.array(z.object({ ...names, reason: z.nullable(z.enum(departureReasons)) })),
})
export type ProposalOfWeek = z.output<typeof proposal>

/** The market's newest proposal; if there is none for the past week, why. */
export const proposalOfWeek = call({
  method: 'GET',
  path: '/admin/picking/proposal',
  topics: ['finlist', 'prices'],
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    proposal: z.nullable(proposal),
    /** Why the job has made none; null: it has, or it is not due yet. */
    missing: z.nullable(
      z.object({
        issueDate: isoDate,
        why: z.enum(['no-prices', 'too-few-stocks', 'day-held', 'engine-failed', 'already-published']),
        /** Eligible stocks now and in the week before; the message of the operator's own engine. */
        eligible: z.nullable(z.number()),
        eligibleBefore: z.nullable(z.number()),
        message: z.string(),
      }),
    ),
    nextAt: z.nullable(z.iso.datetime()),
    /** The list must be published by someone other than the person who handed it in. */
    needsTwo: z.boolean(),
    /** When it is published automatically, unless it is published before. */
    publishesAt: z.nullable(z.iso.datetime()),
  }),
})
export type ProposalAnswer = z.output<(typeof proposalOfWeek)['data']>

const ofProposal = { exchange: exchangeId, issueDate: isoDate }

/**
 * Makes, or remakes, the proposal of the market's last completed week now; if that week's prices have not arrived, of
 * the last week that has them. Edits stay as long as their stock is there.
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
    /** Required to change one, optional when a stock is added. */
    buyPoint: z.optional(price),
    /** What subscribers read next to the pick; only for a note. */
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

/** Hands the list, at this version, to another person for publishing. */
export const handInProposal = call({
  method: 'POST',
  path: '/admin/picking/hand-in',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ ...ofProposal, version: z.string().check(z.maxLength(64)) }),
})

/** Publishes the list at this version. */
export const publishProposal = call({
  method: 'POST',
  path: '/admin/picking/publish',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ ...ofProposal, version: z.string().check(z.maxLength(64)) }),
})

/** A market's reconstruction as staff see it: the method's lists of the weeks before its first issue. */
export const reconstruction = call({
  method: 'GET',
  path: '/admin/picking/reconstruction',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    /** Null: the market has no issue yet, and nothing can be reconstructed. */
    firstIssue: z.nullable(isoDate),
    /** The earliest and latest day on which it may begin. */
    oldest: z.nullable(isoDate),
    newest: z.nullable(isoDate),
    reconstruction: z.nullable(
      z.object({
        from: isoDate,
        /** The number of weeks to make, and of those made. */
        weeks: z.number(),
        made: z.number(),
        /** Null while weeks are missing. */
        madeOn: z.nullable(isoDate),
        /** How often it was made. */
        times: z.number(),
      }),
    ),
  }),
})
export type ReconstructionState = z.output<(typeof reconstruction)['data']>

/** Makes the lists from that day until the first issue, in the background, replacing the existing ones. */
export const reconstruct = call({
  method: 'POST',
  path: '/admin/picking/reconstruction',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ exchange: exchangeId, from: isoDate }),
})
