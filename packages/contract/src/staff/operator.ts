import * as z from 'zod/mini'
import { call } from '../call.ts'

const bilingual = z.object({ en: z.string(), zh: z.string() })

/** The operator's details. An empty string means not set, and nothing is shown for it. */
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
    /** The identity provider's page for changing the password and verified phone number. */
    signInSettings: z.string(),
    /** The columns available to Finder's filters: all of the list's, or only the Percival Score. */
    finderColumns: z.enum(['full', 'percival-only']),
    /** What people without the right to shareholding changes see: an upgrade prompt, or an ordinary error. */
    shareholdingForbiddenView: z.enum(['upgrade', 'error']),
    /** The step of the buy price field in each screen's dialog. */
    buyPriceStep: z.object({ finList: z.number(), finder: z.number() }),
    /** The URL that plays a video of the embedding service in a frame, with `{id}` as the placeholder for its id. */
    videoEmbed: z.string(),
    /** The number of devices per person that may be active within five minutes. */
    deviceLimit: z.int(),
    /** Ids of the videos that illustrate FAQ items. */
    faqVideos: z.object({ ios: z.string(), android: z.string(), club: z.string() }),
    /** Whether charts of markets other than Hong Kong come from the operator's third-party widget. */
    chartWidget: z.boolean(),
    /** Whether people may create tokens for third-party charting programs. */
    datafeedTokens: z.boolean(),
    /** Whether the outcomes of picks are public. */
    trackRecord: z.boolean(),
    /** A demo: accounts are open to everyone, and e-mails go to an outbox instead of being sent. */
    demo: z.boolean(),
    /** How far a demo's clock is ahead of real time, in ms; omitted if it is not. */
    aheadMs: z.optional(z.number()),
    /** Whether the market data is synthetic; it is labelled wherever it is shown. */
    demoData: z.boolean(),
    /**
     * The payment provider. 'sandbox': payments are not real, and every screen says so. 'none': nothing can be bought.
     */
    payments: z.enum(['stripe', 'sandbox', 'none']),
  }),
})
export type Operator = z.output<(typeof operator)['data']>
