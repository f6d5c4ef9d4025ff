import { randomUUID } from 'node:crypto'
import { askedScopes, isSecretInHeader, redirectUri } from '../auth/issuer.ts'
import { isClientRefused } from '../auth/sign-in-fault.ts'
import type { Config } from '../config.ts'
import { type Finding, notTried, ok, reasonOf, wrong } from './check.ts'

const see = 'Another issuer'
const withinMs = 10_000
const mostChars = 200
/** Errors by which an issuer accepts the request but requires the user to act. */
const wantsAPerson = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'access_denied',
])

export type Endpoints = {
  authorization_endpoint?: unknown
  token_endpoint?: unknown
  token_endpoint_auth_methods_supported?: unknown
  pushed_authorization_request_endpoint?: unknown
}

/**
 * Tests our client credentials at an external issuer without signing anyone in: an invented code must be rejected
 * because of the code and not because of the client, and a request for the scopes must be accepted.
 */
export async function tryClient(config: Config, endpoints: Endpoints): Promise<Finding> {
  const client = await trySecret(config, endpoints)
  if (client.state === 'wrong') return client
  const scopes = await tryScopes(config, endpoints)
  return scopes.state === 'ok' ? client : scopes
}

async function trySecret(config: Config, endpoints: Endpoints): Promise<Finding> {
  const address = addressOf(endpoints.token_endpoint)
  if (!address) return wrong('The issuer names no token endpoint. Nobody can sign in.', see)
  const answer = await send(
    address,
    ...authenticated(config, endpoints, {
      grant_type: 'authorization_code',
      code: `doctor-${randomUUID()}`,
      redirect_uri: redirectUri(config),
      code_verifier: randomUUID() + randomUUID(),
    }),
  )
  if (typeof answer === 'string') return wrong(`${address.href} does not answer: ${answer}. Nobody can sign in.`, see)
  const { error, words } = await saidIn(answer)
  if (error === 'invalid_grant') return ok('The client and its secret are accepted.')
  if (isClientRefused(answer.status, error) || error === 'access_denied')
    return wrong(
      `The issuer refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET (${words}). Nobody can sign in: a secret may have ended or been replaced there.`,
      see,
    )
  return notTried(
    `To a code that nobody was given the issuer answers ${words}: whether it takes the secret is not known.`,
    see,
  )
}

async function tryScopes(config: Config, endpoints: Endpoints): Promise<Finding> {
  const request = {
    response_type: 'code',
    client_id: config.OIDC_CLIENT_ID,
    redirect_uri: redirectUri(config),
    scope: askedScopes(config),
    state: 'doctor',
    nonce: randomUUID(),
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    prompt: 'none',
  }
  const pushed = addressOf(endpoints.pushed_authorization_request_endpoint)
  const address = pushed ?? addressOf(endpoints.authorization_endpoint)
  if (!address) return wrong('The issuer names no authorization endpoint. Nobody can sign in.', see)
  const { href } = address
  if (!pushed) for (const [name, value] of Object.entries(request)) address.searchParams.set(name, value)
  const answer = pushed ? await send(pushed, ...authenticated(config, endpoints, request)) : await send(address)
  if (typeof answer === 'string') return wrong(`${href} does not answer: ${answer}. Nobody can sign in.`, see)
  const { error, words } = pushed && !answer.ok ? await saidIn(answer) : backWith(answer, config)
  if (error === '' || wantsAPerson.has(error)) return ok('The request of a sign-in is taken.')
  if (error === 'invalid_scope')
    return wrong(
      `The issuer refuses a scope of ours (${words}). Nobody can sign in: set OIDC_SCOPES to those it knows, such as "openid email profile".`,
      see,
    )
  return wrong(
    `The issuer refuses the request of a sign-in (${words}): see there whether ${redirectUri(config)} is registered.`,
    see,
  )
}

type Said = { error: string; words: string }

/** The error in the issuer's redirect back to us; empty if the issuer continues with the sign-in. */
function backWith(answer: Response, config: Config): Said {
  const location = URL.parse(answer.headers.get('location') ?? '', answer.url)
  if (location?.href.startsWith(redirectUri(config))) return namedIn(Object.fromEntries(location.searchParams), 302)
  const isError = answer.status >= 400 || /\berror\b/i.test(location?.pathname ?? '')
  return isError ? { error: 'page', words: `status ${answer.status}` } : { error: '', words: '' }
}

async function saidIn(answer: Response): Promise<Said> {
  const said: unknown = await answer.json().catch(() => undefined)
  return namedIn(typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {}, answer.status)
}

function namedIn(said: Record<string, unknown>, status: number): Said {
  const text = (name: string) => (typeof said[name] === 'string' ? (said[name] as string) : '')
  const error = text('error')
  const words = [error, text('error_description')].filter(Boolean).join(': ').slice(0, mostChars)
  return { error, words: words || `status ${status}` }
}

/** Adds our client credentials as the server does, in the form or in the header. */
function authenticated(
  { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret }: Config,
  { token_endpoint_auth_methods_supported: methods }: Endpoints,
  fields: Record<string, string>,
): [URLSearchParams, Record<string, string>] {
  if (!isSecretInHeader(Array.isArray(methods) ? methods : undefined))
    return [new URLSearchParams({ ...fields, client_id: id, client_secret: secret }), {}]
  const escaped = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
  const pair = Buffer.from(`${escaped(id)}:${escaped(secret)}`).toString('base64')
  return [new URLSearchParams(fields), { authorization: `Basic ${pair}` }]
}

const addressOf = (written: unknown): URL | undefined =>
  (typeof written === 'string' && URL.parse(written)) || undefined

async function send(
  address: URL,
  body?: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response | string> {
  return await fetch(address, {
    ...(body && { method: 'POST', body }),
    headers: { accept: 'application/json, text/html', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(withinMs),
  }).catch(reasonOf)
}
