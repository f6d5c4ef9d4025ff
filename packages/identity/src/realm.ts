import type { IncomingMessage } from 'node:http'
import type { IdentityOptions } from './identity.ts'
import { languageOf, sayIn } from './language.ts'
import type { Limits } from './limits.ts'
import type { Page } from './pages/layout.ts'
import type { MadeProvider } from './provider.ts'

/** What one mounted provider's routes share. */
export type Realm = {
  options: IdentityOptions
  /** The provider with the keys of the moment. */
  readonly made: MadeProvider
  limits: Limits
  /** The issuer's path, without a slash at its end. */
  path: string
  origin: string
  /** The client's first page. */
  home: string
  secure: boolean
}

/** The page to answer `request` with; `here` is its address below the issuer's path. */
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
