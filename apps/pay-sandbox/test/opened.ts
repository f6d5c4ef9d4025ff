import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { openSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox.ts'
import { StripeSchemaCheck } from './schema-check/schema-check.ts'

export const keys = { secretKey: 'sk_test_shop', publishableKey: 'pk_test_shop' }
export const webhookSecret = 'whsec_shop'

type Options = Partial<Omit<SandboxOptions, 'schemaCheck'>> & { schemaCheck?: StripeSchemaCheck }

/** A sandbox on its own port, called through the real SDK and checked against the provider's schemas. */
export type Opened = {
  sandbox: Sandbox
  stripe: Stripe
  schemaCheck: StripeSchemaCheck
  log: string[]
  /** Makes a control call below /_sandbox/ with the secret key. Throws if the status is not 200. */
  control<T = Record<string, unknown>>(path: string, body?: object): Promise<T>
  close(): Promise<void>
}

export async function open({ schemaCheck = new StripeSchemaCheck(), ...rest }: Options = {}): Promise<Opened> {
  const log: string[] = []
  const sandbox = await openSandbox({
    port: 0,
    ...keys,
    log: line => log.push(line),
    ...rest,
    schemaCheck: schemaCheck.see,
  })
  return {
    sandbox,
    stripe: sdk(sandbox),
    schemaCheck,
    log,
    async control(path, body) {
      const answer = await fetch(`${sandbox.origin}/_sandbox/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as never
    },
    close: () => sandbox.close(),
  }
}

export function sdk({ port }: Sandbox, maxNetworkRetries = 0, key = keys.secretKey): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries, telemetry: false })
}

export type Heard = { body: string; signature: string; event: Stripe.Event }

/** The shop's webhook endpoint: records the events it receives, and responds as `answer` decides. */
export async function openShop(answer: (heard: Heard, count: number) => number | 'never' = () => 200) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const one = {
        body,
        signature: String(request.headers['stripe-signature']),
        event: JSON.parse(body) as Stripe.Event,
      }
      heard.push(one)
      const status = answer(one, heard.length)
      if (status !== 'never') response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    types: () => heard.map(({ event }) => event.type),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
