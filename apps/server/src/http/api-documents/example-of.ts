export type JsonSchema = {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
  minLength?: number
  not?: object
  [key: string]: unknown
}

/** Examples for fields whose format cannot be derived from their schema. */
const known: Record<string, unknown> = {
  from: '2026-01',
  to: '2026-06',
  month: '2026-06',
  phoneNumber: '+852 5123 4567',
  fin_phone_number: '+852 5123 4567',
  email: 'someone@example.com',
  code: '123456',
  couponCode: 'SAVE20',
  stockCode: '0700',
  symbol: 'HKEX:HSI',
  symbols: 'HKEX:HSI',
  path: '/users/user',
  page: '/',
  configValue: '2026-07-17',
  paymentMethod: 'existing_card',
  search: 'someone@example.com',
  ids: '12',
}

/** A deterministic example value that fits the schema, with required fields only. */
export function exampleOf(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const of = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.find(one => !('not' in one))
  if (name in known && (of ?? schema).type === 'string' && schema.format !== 'date') return known[name]
  if (schema.default !== undefined) return schema.default
  if (of) return exampleOf(of, name)
  switch (schema.type) {
    case 'string':
      return text(schema, name)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => exampleOf(schema.items ?? {}, name))
    case 'object':
      return objectOf(schema)
    default:
      return null
  }
}

function text({ format, minLength = 0 }: JsonSchema, name: string): string {
  if (format === 'date') return '2026-07-17'
  if (format === 'date-time') return '2026-07-17T09:00:00Z'
  if (format === 'email') return 'someone@example.com'
  if (format === 'uuid') return '6f2d7f4e-3c53-4a8e-9d5f-0c8f1e2a4b6d'
  return (name || 'text').padEnd(minLength, '.')
}

/** The required fields or, if none is required, the first field. */
function objectOf({ properties = {}, required = [] }: JsonSchema): object {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map(name => [name, exampleOf(properties[name] ?? {}, name)]))
}
