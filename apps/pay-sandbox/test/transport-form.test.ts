import { describe, expect, it } from 'vitest'
import { parseForm } from '../src/http/form.ts'
import { matcher } from '../src/http/match.ts'
import { cut, takePaging } from '../src/http/paging.ts'

describe('a form-encoded body', () => {
  it.each<[string, object]>([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a=1&a=2', { a: '2' }],
    ['name=%E8%82%A1+%E7%A5%A8%26', { name: '股 票&' }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    [
      'items%5B0%5D%5Bprice%5D=p&items%5B0%5D%5Bquantity%5D=2&items%5B1%5D%5Bprice%5D=q',
      { items: [{ price: 'p', quantity: '2' }, { price: 'q' }] },
    ],
    ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['list[1]=b&list[0]=a', { list: ['a', 'b'] }],
    ['metadata[6735]=x', { metadata: { '6735': 'x' } }],
    ['metadata[constructor]=x', { metadata: { constructor: 'x' } }],
  ])('is parsed: %s', (text, form) => expect(parseForm(text)).toEqual(form))

  it.each([
    ['a[b=1'],
    ['[a]=1'],
    ['a]=1'],
    ['a=1&a[b]=2'],
    ['a[b]=2&a=1'],
    ['a=%FF'],
    ['a=%00'],
    ['__proto__[x]=1'],
    ['a[__proto__]=1'],
    [`a${'[b]'.repeat(8)}=1`],
    [`a=${'x'.repeat(50_001)}`],
    [Array.from({ length: 2_001 }, (_, at) => `a${at}=1`).join('&')],
  ])('such as %.40s is refused', text => expect(() => parseForm(text)).toThrow(/^Invalid request parameters/))
})

describe('a route', () => {
  const find = matcher(
    ['/v1/invoices/:id', '/v1/invoices/create_preview', '/v1/:a/create_preview', '/v1/invoices/:id/pay'].map(path => ({
      method: 'GET',
      path,
    })),
  )
  it.each([
    ['/v1/invoices/create_preview', '/v1/invoices/create_preview', {}],
    ['/v1/invoices/in_1', '/v1/invoices/:id', { id: 'in_1' }],
    ['/v1/invoices/a%2Fb/pay', '/v1/invoices/:id/pay', { id: 'a/b' }],
    ['/v1/quotes/create_preview', '/v1/:a/create_preview', { a: 'quotes' }],
  ])('is found for %s', (asked, path, params) =>
    expect(find('GET', asked)).toEqual({ route: { method: 'GET', path }, params }),
  )

  it.each(['/v1/invoices', '/v1/invoices/', '/v1/invoices/in_1/', '/v1/invoices/%FF', '/V1/invoices/in_1'])(
    'is not found for %s',
    path => expect(find('GET', path)).toBeUndefined(),
  )
  it('is not found for another method', () => expect(find('POST', '/v1/invoices/in_1')).toBeUndefined())
})

describe('a page of a list', () => {
  const whole = [9, 8, 7, 7, 5].map((created, at) => ({ id: `x${at}`, created }))
  const page = (form: Record<string, string>) =>
    cut(whole, takePaging(form).paging, '/v1/x', id => (id === 'gone' ? { created: 7 } : undefined))
  const ids = (form: Record<string, string>) => [
    page(form)
      .data.map(({ id }) => id)
      .join(' '),
    page(form).has_more,
  ]

  it.each<[Record<string, string>, string, boolean]>([
    [{}, 'x0 x1 x2 x3 x4', false],
    [{ limit: '2' }, 'x0 x1', true],
    [{ limit: '2', starting_after: 'x1' }, 'x2 x3', true],
    [{ limit: '2', starting_after: 'x3' }, 'x4', false],
    [{ starting_after: 'x4' }, '', false],
    [{ limit: '2', ending_before: 'x4' }, 'x2 x3', true],
    [{ limit: '2', ending_before: 'x1' }, 'x0', false],
    [{ ending_before: 'x0' }, '', false],
    [{ limit: '2', starting_after: 'gone' }, 'x2 x3', true],
  ])('the page of a list for the parameters %j is %s', (form, data, hasMore) =>
    expect(ids(form)).toEqual([data, hasMore]),
  )

  it.each<[Record<string, string>, string]>([
    [{ limit: '0' }, 'an integer from 1 to 100'],
    [{ limit: '101' }, 'an integer from 1 to 100'],
    [{ limit: '1.5' }, 'an integer from 1 to 100'],
    [{ limit: 'x' }, 'an integer from 1 to 100'],
    [{ starting_after: '' }, 'Invalid cursor'],
    [{ starting_after: 'x1', ending_before: 'x3' }, 'only specify one'],
    [{ starting_after: 'nobody' }, "No such object: 'nobody'"],
  ])('the page of a list for the parameters %j is refused', (form, reason) => expect(() => page(form)).toThrow(reason))
})
