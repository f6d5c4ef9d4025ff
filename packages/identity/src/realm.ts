import type { IncomingMessage } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Begun } from './begun.ts'
import type { Hashing } from './hashing.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { languageOf, sayIn } from './language.ts'
import type { Limits } from './limits.ts'
import type { IdentityOptions, ProviderKeys } from './options.ts'
import type { Page } from './pages/layout.ts'
import type { Seal } from './sealed.ts'

/** The OpenID Connect provider, and the keys that it was made with. */
export type MadeProvider = { keys: ProviderKeys; provider: Provider; handle: ReturnType<Provider['callback']> }

/** The dependencies that all routes of one mounted provider share. */
export type Realm = {
  options: IdentityOptions
  /** The provider with the current keys. */
  readonly made: MadeProvider
  limits: Limits
  begun: Begun
  known: KnownBrowsers
  hashing: Hashing
  seal: Seal
  /** The issuer's path, without a trailing slash. */
  path: string
  origin: string
  /** The client's first page. */
  home: string
  secure: boolean
  /** The domain that passkeys belong to; undefined where browsers allow none. */
  passkeyDomain: string | undefined
}

/** The data of a page that responds to `request`. `here` is its path relative to the issuer's. */
export function pageFor(
  realm: Pick<Realm, 'options' | 'path' | 'home'>,
  request: IncomingMessage,
  here: string,
  { uid, uiLocales }: { uid?: string; uiLocales?: unknown } = {},
): Page {
  const language = languageOf(request, uid, uiLocales)
  const { path, home } = realm
  const { brand, outbox } = realm.options
  return { language, say: sayIn(language), brand, path, home, here: path + here, outbox }
}
