import type { PasskeyChallenge } from '@finlist/contract/account/step-up'

/**
 * Asks the device for a passkey and resolves to its assertion as JSON. Rejects if the user cancels or has no passkey on
 * this device.
 */
export async function answerByPasskey({ challenge, allowCredentials, rpId, timeout }: PasskeyChallenge) {
  const got = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId,
      timeout,
      userVerification: 'required',
      allowCredentials: allowCredentials.map(({ id, type, transports }) => ({
        id: bytesOf(id),
        type,
        ...(transports && { transports: transports as AuthenticatorTransport[] }),
      })),
    },
  })
  const { id, type, response } = got as PublicKeyCredential & { response: AuthenticatorAssertionResponse }
  const { authenticatorData, clientDataJSON, signature, userHandle } = response
  return JSON.stringify({
    id,
    rawId: id,
    type,
    response: {
      authenticatorData: textOf(authenticatorData),
      clientDataJSON: textOf(clientDataJSON),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    },
    clientExtensionResults: {},
  })
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

const textOf = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
