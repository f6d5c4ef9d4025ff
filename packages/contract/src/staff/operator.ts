import * as z from 'zod/mini'
import { call } from '../call.ts'

const bilingual = z.object({ en: z.string(), zh: z.string() })

/**
 * The operator's details and settings that the web client needs. An empty string means that the detail is not set;
 * nothing is then shown for it.
 */
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
    /** The columns that Finder can filter by: all of the list's, or only the Percival Score. */
    finderColumns: z.enum(['full', 'percival-only']),
    /** What people without the right to shareholding changes see: a prompt to upgrade, or an ordinary error. */
    shareholdingForbiddenView: z.enum(['upgrade', 'error']),
    /** The increment of the buy price field in the dialog of each screen. */
    buyPriceStep: z.object({ finList: z.number(), finder: z.number() }),
    /** The URL that plays a video of the embedding service in a frame, with `{id}` in place of the video's id. */
    videoEmbed: z.string(),
    /** The maximum number of devices per user that may be active within five minutes. */
    deviceLimit: z.int(),
    /** Ids of the videos that illustrate FAQ items. */
    faqVideos: z.object({ ios: z.string(), android: z.string(), club: z.string() }),
    /**
     * Whether the charts of markets other than Hong Kong come from a third-party widget that the operator has set up.
     */
    chartWidget: z.boolean(),
    /** Whether people may create tokens for third-party charting programs. */
    datafeedTokens: z.boolean(),
    /** Whether the outcomes of picks are public. */
    trackRecord: z.boolean(),
    /** True for a demo: accounts are open to everyone, and e-mails go to an outbox instead of being sent. */
    demo: z.boolean(),
    /** The time by which a demo's clock is ahead of real time, in ms; omitted if it is not ahead. */
    aheadMs: z.optional(z.number()),
    /** Whether the market data is synthetic. If so, it is labelled as such wherever it is shown. */
    demoData: z.boolean(),
    /**
     * The payment provider. `sandbox`: payments are not real, and every screen says so. `none`: nothing can be bought.
     */
    payments: z.enum(['stripe', 'sandbox', 'none']),
  }),
})
export type Operator = z.output<(typeof operator)['data']>
