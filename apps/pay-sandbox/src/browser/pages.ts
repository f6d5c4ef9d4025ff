import type { Page } from '../http/page.ts'
import { assets } from './assets.ts'
import { bank } from './bank.ts'
import { coupon } from './console/coupon.ts'
import { customer } from './console/customer.ts'
import { home } from './console/home.ts'
import { fields } from './fields.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { wallet } from './wallet.ts'

/** All pages and assets that browsers request from the sandbox, all under /_sandbox/. */
export const pages: readonly Page[] = [...assets, fields, wallet, ...bank, invoicePdf, home, customer, coupon]
