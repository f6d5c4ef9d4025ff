import * as z from 'zod/mini'
import { call } from './call.ts'

const bilingual = z.object({ en: z.string(), zh: z.string() })

/** The operator's details. An empty string means: not set, and nothing is shown for it. */
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
    /** The identity provider's page where a person changes password and verified phone. */
    signInSettings: z.string(),
    /** The columns that Finder's filters may use: every column of the list, or the Percival Score alone. */
    finderColumns: z.enum(['full', 'percival-only']),
    /** What a person without the right to shareholding changes sees: the way to a plan, or an ordinary error. */
    shareholdingForbiddenView: z.enum(['upgrade', 'error']),
    /** The step of the buy price field, in each screen's dialog. */
    buyPriceStep: z.object({ finList: z.number(), finder: z.number() }),
    /** The URL that plays a video of the embedding service in a frame; `{id}` is a placeholder for its id. */
    videoEmbed: z.string(),
    /** How many devices of a person may be active within five minutes. */
    deviceLimit: z.int(),
    /** Ids of the videos that show the steps of an FAQ item. */
    faqVideos: z.object({ ios: z.string(), android: z.string(), club: z.string() }),
    /** Charts of markets other than Hong Kong come from the operator's third-party widget. */
    chartWidget: z.boolean(),
    /** People may create tokens for their own charting programs. */
    datafeedTokens: z.boolean(),
    /** The outcomes of picks are shown to everyone. */
    trackRecord: z.boolean(),
    /** Open accounts and an outbox instead of real mail. */
    demo: z.boolean(),
    /** How far a demo's clock is ahead of real time, in ms; omitted where it is not. */
    aheadMs: z.optional(z.number()),
    /** The market data is invented: labelled wherever it shows. */
    demoData: z.boolean(),
    /** The payment provider. 'sandbox': payments are tests, and every screen says so. 'none': nothing can be bought. */
    payments: z.enum(['stripe', 'sandbox', 'none']),
  }),
})
export type Operator = z.output<(typeof operator)['data']>
