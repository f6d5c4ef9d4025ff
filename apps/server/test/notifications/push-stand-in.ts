import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A subscribed browser: its address at the test push service, and the keys that decrypt its messages. */
export class PushBrowser {
  readonly endpoint: string
  readonly auth = randomBytes(16)
  readonly #pair: ECDH = createECDH('prime256v1')

  constructor(host = 'updates.push.services.mozilla.com') {
    this.#pair.generateKeys()
    this.endpoint = `https://${host}/wpush/v2/${randomBytes(12).toString('base64url')}`
  }

  /** Its value in the form of PushSubscription.toJSON. */
  get subscription() {
    const p256dh = this.#pair.getPublicKey('base64url')
    return { endpoint: this.endpoint, keys: { p256dh, auth: this.auth.toString('base64url') } }
  }

  /** Returns the text of a message, by RFC 8291 and RFC 8188. Throws if it is not for this browser or was changed. */
  read(body: Buffer): string {
    return decrypt(body, { pair: this.#pair, auth: this.auth })
  }
}

/** Decrypts a body of one record: salt, record size, length of the sender's key, the key, the ciphertext. */
export function decrypt(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('no last record')
  return padded.subarray(0, end).toString()
}

export type Received = { endpoint: string; headers: IncomingHttpHeaders; body: Buffer }
type Answer = { status: number; headers?: Record<string, string> }

/** Replaces every push service: stores the messages it receives, and responds as configured. */
export class PushStandIn {
  readonly received: Received[] = []
  answer: (received: Received) => Answer = () => ({ status: 201 })
  readonly #server: Server

  static async open(port = 0): Promise<PushStandIn> {
    const standIn = new PushStandIn()
    await new Promise<void>(resolve => void standIn.#server.listen(port, '127.0.0.1', () => resolve()))
    return standIn
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response))
  }

  async #take(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const endpoint = `https://${request.headers.host?.replace(/:80$/, '')}${request.url}`
    const received = { endpoint, headers: request.headers, body: Buffer.concat(parts) }
    const { status, headers } = this.answer(received)
    this.received.push(received)
    response.writeHead(status, headers).end()
  }

  get port() {
    return (this.#server.address() as AddressInfo).port
  }

  /** Pass this to a server. It redirects every connection to a push service to this stand-in, without encryption. */
  readonly connect = { createConnection: (): Socket => connect(this.port, '127.0.0.1') }

  to(browser: PushBrowser): Received[] {
    return this.received.filter(({ endpoint }) => endpoint === browser.endpoint)
  }

  async close() {
    await new Promise(resolve => this.#server.close(resolve))
  }
}

/** Returns the sender's claims (RFC 8292) after verifying the signature with the key that it names. */
export function vapidOf({ headers }: Received): { key: string; claims: { aud: string; sub: string; exp: number } } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url')))
    throw new Error('not signed by the key that is named')
  return {
    key,
    claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as { aud: string; sub: string; exp: number },
  }
}
