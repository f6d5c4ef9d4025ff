import { EncryptJWT, jwtDecrypt } from 'jose'
import type { KeyRing } from '../db/keys.ts'

export const flowSeconds = 900

/** Cookie names. Over https they have the `__Host-` prefix, which binds them to this host. */
export function cookieNames(publicUrl: URL) {
  const prefix = publicUrl.protocol === 'https:' ? '__Host-' : ''
  return {
    session: `${prefix}finlist`,
    signIn: `${prefix}finlist-sign-in`,
    signedOut: `${prefix}finlist-signed-out`,
    leaving: `${prefix}finlist-leaving`,
  }
}

export const cookieOptions = (publicUrl: URL, sameSite: 'strict' | 'lax') => ({
  path: '/',
  httpOnly: true,
  secure: publicUrl.protocol === 'https:',
  sameSite,
})

/** Encrypts a value for a cookie. Only the server can read or create such a value; it is valid for 15 minutes. */
export const sealCookie = async (value: object, { signing }: KeyRing) =>
  await new EncryptJWT({ ...value })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: signing.keyId })
    .setIssuedAt()
    .setExpirationTime(`${flowSeconds}s`)
    .encrypt(Buffer.from(signing.value, 'base64url'))

export async function openCookie<T extends object>(
  sealed: string | undefined,
  { accepted }: KeyRing,
): Promise<T | undefined> {
  if (!sealed) return undefined
  try {
    const { payload } = await jwtDecrypt<T>(sealed, ({ kid }) =>
      Buffer.from(accepted.find(({ keyId }) => keyId === kid)?.value ?? '', 'base64url'),
    )
    return payload
  } catch {
    return undefined
  }
}
