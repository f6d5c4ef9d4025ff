import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { openMessenger } from '../../src/notifications/messenger.ts'
import type { BillingContext } from '../../src/payments/billing-context.ts'
import { openInvoiceLink } from '../../src/payments/invoice-link.ts'
import { receiptPdf } from '../../src/payments/provider/receipt-pdf.ts'

/**
 * `service` is an external service that the server calls; `inner` is an internal one, which redirects must not reach.
 */
let service: Server
let inner: Server
let asked: string[]
let pdf: string
beforeAll(async () => {
  service = await listen('127.0.0.1', (path, answer) => {
    if (path.startsWith('/v1/invoices/'))
      return answer(200, {}, JSON.stringify({ object: 'invoice', invoice_pdf: pdf, number: 'A-1' }))
    if (path.startsWith('/to/')) return answer(302, { location: decodeURIComponent(path.slice('/to/'.length)) }, '')
    return answer(200, {}, '%PDF-1.7')
  })
  inner = await listen('127.0.0.2', (path, answer) => {
    asked.push(path)
    answer(200, {}, '%PDF-1.7 inner')
  })
})
afterAll(() => {
  service.close()
  inner.close()
})
beforeEach(() => {
  asked = []
})

describe('a receipt is fetched only from the payment provider:', () => {
  const receipt = () => {
    const { port } = service.address() as AddressInfo
    const stripe = new Stripe('sk_test_x', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 })
    return receiptPdf(stripe, 'in_1')
  }

  it('no other address is called, directly or through a redirect', async () => {
    for (const address of [urlOf(inner, '/'), urlOf(service, `/to/${encodeURIComponent(urlOf(inner, '/secrets'))}`)]) {
      pdf = address
      await expect(receipt()).rejects.toThrow('not the payment provider')
    }
    expect(asked).toEqual([])
  })

  it('the provider’s own address is called, with a limited number of redirects within the same host', async () => {
    pdf = urlOf(service, `/to/${encodeURIComponent('/a.pdf')}`)
    expect((await receipt()).content.toString()).toBe('%PDF-1.7')
    pdf = urlOf(service, `/to/${encodeURIComponent(`/to/${encodeURIComponent('/to/%2Fto%2F%252Fa.pdf')}`)}`)
    await expect(receipt()).rejects.toThrow('again and again')
  })
})

it('the link to a receipt leads to the payment provider, even if the provider’s response contains another address', async () => {
  const fresh = await freshDatabase()
  const quiet = { warn: () => undefined, info: () => undefined }
  const database = await openDatabase(fresh.url, quiet, directly(fresh.url))
  const { port } = service.address() as AddressInfo
  const stripe = new Stripe('sk_test_x', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 })
  const open = async (address: string) => {
    pdf = address
    await database.pool.query(`with person as (insert into users (issuer, subject, email) values ('x', gen_random_uuid(), 'a@b.example') returning user_id)
      insert into invoice_link select sha256('token'), user_id, 'in_1', now() + interval '1 minute' from person`)
    return await openInvoiceLink(
      { database, stripe, provider: { sandboxUrl: '' }, now: Date.now } as BillingContext,
      'token',
    )
  }
  try {
    expect(await open(urlOf(service, '/a.pdf'))).toBe(urlOf(service, '/a.pdf'))
    for (const elsewhere of [urlOf(inner, '/a.pdf'), 'javascript:alert(1)', 'https://evil.example/a.pdf'])
      await expect(open(elsewhere)).rejects.toThrow('not the payment provider')
  } finally {
    await database.close()
    await fresh.drop()
  }
})

it('a text message goes only to the configured gateway, which cannot redirect it elsewhere', async () => {
  const fresh = await freshDatabase()
  const quiet = { warn: () => undefined, info: () => undefined, error: () => undefined }
  const database = await openDatabase(fresh.url, quiet, directly(fresh.url))
  const config = readConfig({ SMS_URL: urlOf(service, `/to/${encodeURIComponent(urlOf(inner, '/sms'))}`) })
  const post = await openMessenger(config, database, fresh.url, quiet as never)
  try {
    const message = { channel: 'sms' as const, to: '+85291234567', subject: '', body: 'x' }
    await expect(post.deliver(message, database.db)).rejects.toThrow('fetch failed')
    expect(asked).toEqual([])
  } finally {
    await post.stop()
    await database.close()
    await fresh.drop()
  }
})

type Answer = (status: number, headers: Record<string, string>, body: string) => void

async function listen(host: string, handle: (path: string, answer: Answer) => void): Promise<Server> {
  const server = createServer((request, response) =>
    handle(request.url ?? '', (status, headers, body) => response.writeHead(status, headers).end(body)),
  )
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  return server
}

function urlOf(server: Server, path: string): string {
  const { address, port } = server.address() as AddressInfo
  return `http://${address}:${port}${path}`
}
