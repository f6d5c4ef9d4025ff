import type { ProviderKeys } from '@finlist/identity/options'
import { decodeProtectedHeader } from 'jose'
import type { Client } from '../auth/issuer.ts'
import type { Config } from '../config.ts'
import type { KeyRing, Keys } from '../db/keys.ts'

/**
 * Returns a function for reading the signing keys and client credentials that the embedded provider shares with the
 * server. Its result is the same object until a key or credential changes.
 */
export function embeddedKeys(keys: Keys): () => ProviderKeys & Client {
  let made: { of: KeyRing[]; keys: ProviderKeys & Client } | undefined
  return () => {
    const of = (['provider-signing', 'provider-cookies', 'provider-codes', 'identity-client'] as const).map(purpose =>
      keys.keyRing(purpose),
    )
    if (!made?.of.every((ring, n) => ring === of[n])) made = { of, keys: make(of) }
    return made.keys
  }
}

function make(rings: KeyRing[]): ProviderKeys & Client {
  const [signing = [], cookies = [], codes = [], [clientSecret = ''] = []] = rings.map(({ accepted }) =>
    accepted.map(({ value }) => value),
  )
  const signers = signing.map(text => JSON.parse(text) as ProviderKeys['signing'][number])
  return {
    signing: signers,
    cookies,
    codes,
    clientId: 'finlist-web',
    clientSecret,
    // The provider accepts only ID tokens signed with a current key.
    vouches: idToken => {
      const { kid, alg } = decodeProtectedHeader(idToken)
      return alg === signers[0]?.alg && signers.some(signer => signer.kid === kid)
    },
  }
}

export function outsideClient({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Config): () => Client {
  const client = { clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, vouches: () => true }
  return () => client
}
