import type Stripe from 'stripe'
import type { Page } from '../http/page.ts'
import { receiptPdf } from '../pdf/receipt.ts'
import { receiptOf } from '../pdf/receipt-of.ts'
import { notFound } from './layout.ts'

/** An invoice as a PDF in the customer's language, for anyone with the key from its link. */
export const invoicePdf: Page = {
  method: 'GET',
  path: '/_sandbox/invoices/:id/pdf',
  answer: async ({ store, params, query }) => {
    const invoice = store.find<Stripe.Invoice>('invoice', params['id'] ?? '')
    const key = invoice?.invoice_pdf && new URL(invoice.invoice_pdf).searchParams.get('key')
    if (!invoice || !key || query['key'] !== key) return notFound('en', `/_sandbox/invoices/${params['id']}/pdf`)
    const receipt = receiptOf(store, invoice)
    return {
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${receipt.number.replace(/[^\w-]/g, '')}.pdf"`,
        'cache-control': 'private, no-store',
      },
      body: await receiptPdf(receipt),
    }
  },
}
