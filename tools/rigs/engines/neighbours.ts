import { createServer } from 'node:http'
import { openRealIssuer } from '../../../apps/server/test/auth/real-issuer.ts'
import { Browser } from '../../../apps/server/test/browser.ts'
import { openMailServer } from '../../../apps/server/test/notifications/mail-server.ts'

/**
 * Runs inside the Debian machine for `npm run rig -- debian`, and replaces everything around an installation: a
 * mail server, another OpenID Connect issuer, and a user with a browser. `GET /settings` returns the issuer's settings,
 * `/mails` the number of e-mails that arrived, and `/sign-in` signs the user in with that issuer.
 */
const [port = '', mailPort = '', publicUrl = '', email = ''] = process.argv.slice(2)
const mails: string[] = []
await openMailServer(Number(mailPort), mails)
const issuer = await openRealIssuer({
  configuration: {
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, email, email_verified: true }),
    }),
    claims: { openid: ['sub', 'auth_time'], email: ['email', 'email_verified'] },
    // Includes the claims of the scopes in the ID token, as most issuers do.
    conformIdTokenClaims: false,
  },
})
await issuer.serve(publicUrl)

const answers: Record<string, () => unknown> = {
  '/settings': () => issuer.env,
  '/mails': () => mails.length,
  '/sign-in': async () => {
    const { status, headers } = await issuer.signIn(new Browser(publicUrl))
    return { status, to: headers.get('location') }
  },
}
createServer((request, response) => {
  const answer = answers[request.url ?? '']
  void Promise.resolve(answer?.()).then(
    value => response.end(JSON.stringify(value ?? null)),
    (error: Error) => response.writeHead(500).end(String(error.stack)),
  )
}).listen(Number(port), '127.0.0.1')
