import { identity } from '@finlist/identity/identity'
import type { PasswordCost } from '@finlist/identity/password'
import type { FastifyInstance } from 'fastify'
import { isAccountEvent, noteAccountEvent } from '../auth/account-events.ts'
import { scopes } from '../auth/issuer.ts'
import { oneClickAccounts } from '../demo/accounts.ts'
import { frontPicture } from '../http/front-picture.ts'
import { type TextKey, translate } from '../http/translate.ts'
import { SmsLimits } from '../notifications/sms-limits.ts'
import { endSessionsOf, needsSecondFactor, phoneProved, userBySignInAddress } from './embedded-account.ts'
import type { Services } from './services.ts'

const inBoth = (key: TextKey) => ({ en: translate('en', key), zh: translate('zh', key) })

/** Mounts our own sign-in provider. It uses the machine's clock, as users' authenticator apps do. */
export async function serveIdentity(app: FastifyInstance, services: Services, passwordCost: PasswordCost) {
  const { config, database, identityKeys, people, post, send, realNow: now, log } = services
  const sms = new SmsLimits({ database, config, send, now, log })
  await app.register(identity, {
    issuer: config.issuer,
    pool: database.pool,
    keys: identityKeys,
    client: {
      redirectUris: [new URL('/auth/callback', config.publicUrl).href],
      postLogoutRedirectUris: [new URL('/', config.publicUrl).href],
    },
    scopes,
    audience: `${config.publicUrl.origin}/api`,
    credentialsChanged: subject => endSessionsOf(database, subject),
    needsSecondFactor: subject => needsSecondFactor(config, database, people, subject),
    now,
    passwordCost,
    brand: config.BRAND,
    about: {
      text: inBoth('welcome.lead'),
      more: { address: '/welcome', text: inBoth('welcome.more') },
      picture: language => frontPicture(translate(language, 'welcome.picture')),
    },
    smsOffered: post.smsOffered,
    oneClick: config.demo ? oneClickAccounts : [],
    ...(config.demo && { outbox: '/outbox' }),
    sms,
    phoneProved: phoneProved({ database, send }),
    async deliver({ channel, to, subject, text, purpose }) {
      if (channel === 'sms' && !(await sms.take(to))) return
      const message = { channel, to, subject, body: text }
      await database.transaction(async tx => {
        const user = isAccountEvent(purpose) ? await userBySignInAddress(tx, to) : undefined
        if (user !== undefined && isAccountEvent(purpose)) await noteAccountEvent(tx, user, purpose)
        await post.sendText(tx, 'sign-in', message)
      })
    },
  })
}
