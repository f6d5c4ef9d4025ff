import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Config } from '../config.ts'
import type { Keys } from '../db/keys.ts'
import { plainPage } from '../http/plain-page.ts'
import { languageOf, translate } from '../http/translate.ts'
import { cookieNames, cookieOptions, flowSeconds, openCookie, sealCookie } from './cookies.ts'
import type { Issuer } from './issuer.ts'
import type { Sessions } from './sessions.ts'
import type { SignInAccount } from './sign-in-account.ts'

export type SignOutParts = {
  config: Config
  issuer: Issuer
  sessions: Sessions
  account: SignInAccount
  keys: Keys
}
type Leaving = { action: string; fields: Record<string, string> }

/** Cookies larger than this, in bytes, are rejected by browsers. */
const largestCookie = 3_800
const leavePath = '/auth/leave'

/**
 * Signs this browser out, here and at our own sign-in provider. With an external issuer, the browser posts a form to
 * the issuer's sign-out page: the ID token identifies the user and so must not be in a URL.
 */
export function serveSignOut(
  app: FastifyInstance,
  { config, issuer, sessions, account, keys }: SignOutParts,
  { fromOurPages }: { fromOurPages: RouteShorthandOptions },
) {
  const names = cookieNames(config.publicUrl)
  const strict = cookieOptions(config.publicUrl, 'strict')
  const lax = cookieOptions(config.publicUrl, 'lax')
  const ring = () => keys.keyRing('sign-in-cookie')

  app.post('/auth/logout', fromOurPages, async (request, reply) => {
    const session = await sessions.find(request.cookies[names.session])
    if (session) {
      await account.signOutHere(session.userId, session.idToken)
      await sessions.end(session)
      request.log.info({ event: 'session-ended', user: session.userId, ip: request.ip }, 'signed out')
    }
    reply
      // Clears only the cache: cookies and storage contain the device key and settings, which outlast a sign-out.
      .header('clear-site-data', '"cache"')
      .clearCookie(names.session, strict)
    if (config.embeddedIdentity) return { next: '/' }
    const form = await issuer.endSessionForm(session?.idToken ?? null).catch(() => undefined)
    const sealed = form && (await sealCookie(smallEnough(form), ring()))
    if (sealed) reply.setCookie(names.leaving, sealed, { ...strict, maxAge: flowSeconds })
    else reply.setCookie(names.signedOut, 'yes', { ...lax, maxAge: flowSeconds })
    return { next: sealed ? leavePath : '/' }
  })

  app.get(leavePath, async (request, reply) => {
    const form = await openCookie<Leaving>(request.cookies[names.leaving], ring())
    if (!form) return reply.redirect('/', 303)
    const language = languageOf(request.headers['accept-language'])
    const policy = String(reply.getHeader('content-security-policy'))
    // The issuer may redirect through other hosts before it returns.
    const { origin } = new URL(form.action)
    reply
      .clearCookie(names.leaving, strict)
      .header('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' https: ${origin}`))
    return plainPage(reply, language, translate(language, 'leaving.title'), [
      { paragraph: translate(language, 'leaving.text') },
      { form: form.action, fields: form.fields, button: translate(language, 'leaving.button') },
      { script: `${leavePath}.js` },
    ])
  })

  app.get(`${leavePath}.js`, (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send('document.forms[0].submit()\n'),
  )
}

/** Drops the ID token if it is too large for a cookie; the issuer then asks the user to confirm the sign-out. */
function smallEnough({ action, fields }: Leaving): Leaving {
  if (JSON.stringify(fields).length < largestCookie / 1.4) return { action, fields }
  const { id_token_hint: _, ...rest } = fields
  return { action, fields: rest }
}
