import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const base64 = (bytes: Buffer) => bytes.toString('base64url')
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** The fields of an answer that a test may falsify. */
type Lies = {
  origin?: string
  domain?: string
  flags?: number
  counter?: number
  type?: string
  challenge?: string
  userHandle?: string
}

const present = 0x01
const verified = 0x04
const withKey = 0x40

/** A device that stores passkeys (ES256, no attestation) and signs any data, including false data. */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #key: KeyObject
  readonly #point: { x: Buffer; y: Buffer }
  readonly #origin: string
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  create({ challenge, rp }: { challenge: string; rp: { id: string } }, lies: Lies = {}): string {
    const length = Buffer.from([0, this.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey()])
    const data = Buffer.concat([this.#data(rp.id, withKey | present | verified, lies), attested])
    // {"fmt": "none", "attStmt": {}, "authData": bytes}
    const object = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 255]),
      data,
    ])
    const client = this.#client('webauthn.create', challenge, lies)
    return this.#shown({ attestationObject: base64(object), clientDataJSON: base64(client), transports: ['internal'] })
  }

  get({ challenge, rpId }: { challenge: string; rpId: string }, lies: Lies = {}): string {
    this.counter++
    const data = this.#data(rpId, present | verified, { counter: this.counter, ...lies })
    const client = this.#client('webauthn.get', challenge, lies)
    const signature = sign('sha256', Buffer.concat([data, hash(client)]), this.#key)
    return this.#shown({
      authenticatorData: base64(data),
      clientDataJSON: base64(client),
      signature: base64(signature),
      ...(lies.userHandle && { userHandle: lies.userHandle }),
    })
  }

  #data(domain: string, flags: number, lies: Lies): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? 0)
    return Buffer.concat([hash(lies.domain ?? domain), Buffer.from([lies.flags ?? flags]), counter])
  }

  #client(type: string, challenge: string, lies: Lies): Buffer {
    const origin = lies.origin ?? this.#origin
    return Buffer.from(
      JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin: false }),
    )
  }

  /** Returns the key in COSE form: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  publicKey(): Buffer {
    const { x, y } = this.#point
    return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])
  }

  #shown(response: object): string {
    const id = base64(this.id)
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
  }
}
