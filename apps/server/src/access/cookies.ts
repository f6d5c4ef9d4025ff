import { EncryptJWT, jwtDecrypt } from 'jose'
import type { KeyRing } from '../db/keys.ts'
import type { SignInFlow } from './issuer.ts'

export const flowSeconds = 900

/** The two cookies. Over https they carry the prefix that ties them to this host. */
export function cookieNames(publicUrl: URL) {
  const prefix = publicUrl.protocol === 'https:' ? '__Host-' : ''
  return { session: `${prefix}finlist`, signIn: `${prefix}finlist-sign-in`, signedOut: `${prefix}finlist-signed-out` }
}

export const cookieOptions = (publicUrl: URL, sameSite: 'strict' | 'lax') => ({
  path: '/',
  httpOnly: true,
  secure: publicUrl.protocol === 'https:',
  sameSite,
})

/** The state of a sign-in under way, encrypted so that only the server can read or make it. */
export const sealFlow = async (flow: SignInFlow, { signing }: KeyRing) =>
  await new EncryptJWT(flow)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: signing.keyId })
    .setIssuedAt()
    .setExpirationTime(`${flowSeconds}s`)
    .encrypt(Buffer.from(signing.value, 'base64url'))

export async function openFlow(sealed: string | undefined, { accepted }: KeyRing): Promise<SignInFlow | undefined> {
  if (!sealed) return undefined
  try {
    const { payload } = await jwtDecrypt<SignInFlow>(sealed, ({ kid }) =>
      Buffer.from(accepted.find(({ keyId }) => keyId === kid)?.value ?? '', 'base64url'),
    )
    return payload
  } catch {
    return undefined
  }
}
