import { type Operator, operator } from '@finlist/contract/staff/operator'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { EncodedResponse } from './encoded-response.ts'
import { serve } from './serve.ts'

/** Serves the operator's public settings for the web client; rebuilt when a demo's clock is moved. */
export async function serveSiteConfig(
  app: FastifyInstance,
  config: Config,
  { payments, aheadMs }: { payments: Operator['payments']; aheadMs: () => number },
) {
  let made = { aheadMs: aheadMs(), ready: await factsOf(config, payments, aheadMs()) }
  serve(app, operator, async () => {
    const now = aheadMs()
    if (made.aheadMs !== now) made = { aheadMs: now, ready: await factsOf(config, payments, now) }
    return made.ready
  })
}

const factsOf = (config: Config, payments: Operator['payments'], aheadMs: number) =>
  EncodedResponse.make(operator, {
    brand: config.BRAND,
    badge: { text: config.BADGE_TEXT, tooltip: config.BADGE_TOOLTIP },
    website: config.WEBSITE_URL,
    socialPage: config.SOCIAL_URL,
    whatsApp: config.WHATSAPP.replace('+', ''),
    serviceEmail: config.SERVICE_EMAIL,
    phone: config.SERVICE_PHONE,
    terms: config.TERMS_URL,
    privacy: config.PRIVACY_URL,
    referralPerson: { en: config.REFERRAL_PERSON_LABEL_EN, zh: config.REFERRAL_PERSON_LABEL_ZH },
    analyticsId: config.ANALYTICS_ID,
    pixelId: config.PIXEL_ID,
    signInSettings: config.embeddedIdentity ? '/oidc/account' : '',
    finderColumns: config.FINDER_COLUMNS,
    shareholdingForbiddenView: config.SHAREHOLDING_FORBIDDEN_VIEW,
    buyPriceStep: { finList: config.BUY_PRICE_STEP_FINLIST, finder: config.BUY_PRICE_STEP_FINDER },
    videoEmbed: config.VIDEO_EMBED_URL,
    deviceLimit: config.ACTIVE_DEVICE_LIMIT,
    faqVideos: { ios: config.FAQ_VIDEO_IOS, android: config.FAQ_VIDEO_ANDROID, club: config.FAQ_VIDEO_CLUB },
    chartWidget: config.GLOBAL_CHART_WIDGET_URL !== '',
    datafeedTokens: config.DATAFEED_TOKENS,
    trackRecord: config.TRACK_RECORD === 'on',
    demo: config.demo,
    demoData: config.demo && config.DEMO_DATA === 'on',
    payments,
    ...(aheadMs > 0 && { aheadMs }),
  })
