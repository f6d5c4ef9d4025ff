import * as z from 'zod/mini'
import { call } from './call.ts'

const bilingual = z.object({ en: z.string(), zh: z.string() })

/** The facts of whoever runs this FinList. An empty string means: not set, and nothing is shown for it. */
export const operator = call({
  method: 'GET',
  path: '/operator',
  needs: 'public',
  data: z.object({
    brand: z.string(),
    badge: z.object({ text: z.string(), tooltip: z.string() }),
    website: z.string(),
    socialPage: z.string(),
    whatsApp: z.string(),
    serviceEmail: z.string(),
    phone: z.string(),
    terms: z.string(),
    privacy: z.string(),
    referralPerson: bilingual,
    analyticsId: z.string(),
    pixelId: z.string(),
    /** Where a person changes password and proved phone with the identity provider. */
    signInSettings: z.string(),
    /** What a filter of the Finder may be on: every column of its list, or the Percival Score alone. */
    finderColumns: z.enum(['full', 'percival-only']),
    /** What who may not see shareholding changes is shown: the way to a plan, or an error like any other. */
    shareholdingForbiddenView: z.enum(['upgrade', 'error']),
    /** By how much the arrows of the buy price's field change it, in each screen's dialog. */
    buyPriceStep: z.object({ finList: z.number(), finder: z.number() }),
    /** The address that plays a video of the embedding service in a frame; `{id}` stands for its id. */
    videoEmbed: z.string(),
    /** Ids of the videos that show the steps of an FAQ item. */
    /** How many devices of a person may be active within five minutes. */
    deviceLimit: z.int(),
    faqVideos: z.object({ ios: z.string(), android: z.string(), club: z.string() }),
    /** Charts of other markets than Hong Kong come from the operator's third-party widget. */
    chartWidget: z.boolean(),
    /** People may make tokens for charting programs of their own. */
    datafeedTokens: z.boolean(),
    /** Open accounts and an outbox instead of real mail. */
    demo: z.boolean(),
    /** By how much the clock of a demo is ahead of the time of day, in ms; left out where it is not. */
    aheadMs: z.optional(z.number()),
    /** The market data is invented: labelled wherever it shows. */
    demoData: z.boolean(),
    /** Who takes the money. 'sandbox': payments are tests, said so on every screen. 'none': nothing can be bought. */
    payments: z.enum(['stripe', 'sandbox', 'none']),
  }),
})
export type Operator = z.output<(typeof operator)['data']>
