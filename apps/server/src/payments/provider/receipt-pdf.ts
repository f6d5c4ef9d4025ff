import type Stripe from 'stripe'
import { answered, isCompanys } from './provider.ts'

const patienceMs = 20_000
const mostBytes = 5_000_000
const mostRedirects = 3

/** The payment provider's own PDF of an invoice, generated at each call. Throws if it is not available. */
export async function receiptPdf(stripe: Stripe, invoiceId: string): Promise<{ name: string; content: Buffer }> {
  const { invoice_pdf: address, number } = await answered('invoice', stripe.invoices.retrieve(invoiceId))
  if (!address) throw new Error(`invoice ${invoiceId} has no PDF`)
  const answer = await fetchFrom(stripe, address)
  if (!answer.ok || !answer.body) throw new Error(`the PDF of invoice ${invoiceId} was answered ${answer.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new Error(`the PDF of invoice ${invoiceId} is too large`)
    parts.push(part)
  }
  const content = Buffer.concat(parts)
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`no PDF came for invoice ${invoiceId}`)
  return { name: `${(number ?? invoiceId).replace(/[^\w-]/g, '')}.pdf`, content }
}

/**
 * Fetches a URL of the payment provider. For any other URL, including a redirect's target, throws without fetching it.
 */
async function fetchFrom(stripe: Stripe, address: string): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs)
  let url = new URL(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!isCompanys(stripe, url)) throw new Error(`a receipt at ${url.origin}, which is not the payment provider's`)
    const answer = await fetch(url, { signal, redirect: 'manual' })
    const next = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || next === null) return answer
    url = new URL(next, url)
  }
  throw new Error('a receipt that is redirected again and again')
}
