import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import ts from 'typescript-5'

type Schema = boolean | { [keyword: string]: unknown }
/** Schemas refer to one another by name, for example `{shape: 'Invoice'}`. */
export type Schemas = {
  shapes: Record<string, Schema>
  /** Maps an object's `object` field to the schema of the existing object and that of the deleted one. */
  objects: Record<string, { there?: string; deleted?: string }>
  /** Maps an event's type to the `object` values that its data may have. */
  events: Record<string, string[]>
}

const here = import.meta.dirname
/** The only numbers that may have a fraction; amounts, times and counts are integers. */
const isShare = /percent|percentage|rate$|latitude|longitude|height|length|weight|width/
const stripeHome = resolve(createRequire(import.meta.url).resolve('stripe'), '../..')
const cacheHome = resolve(here, '../../../../node_modules/.cache/pay-sandbox-schemaCheck')

/** Turns the types of the installed Stripe package into JSON Schemas with closed enums and no additional properties. */
export function stripeSchemas(): Schemas {
  const cache = join(cacheHome, `${stripeVersion()}-${fingerprint()}.json`)
  try {
    return JSON.parse(readFileSync(cache, 'utf8')) as Schemas
  } catch {
    const made = make()
    mkdirSync(cacheHome, { recursive: true })
    const own = `${cache}.${process.pid}`
    writeFileSync(own, JSON.stringify(made))
    renameSync(own, cache)
    return made
  }
}

function stripeVersion(): string {
  return (JSON.parse(readFileSync(join(stripeHome, 'package.json'), 'utf8')) as { version: string }).version
}

function fingerprint(): string {
  return createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
    .slice(0, 12)
}

function make(): Schemas {
  const files = typeFiles()
  const program = ts.createProgram(files, { strict: true, noEmit: true, skipLibCheck: true, types: [] })
  const checker = program.getTypeChecker()
  const shapes: Record<string, Schema> = {}
  const names = new Map<ts.Type, string>()
  const objects: Schemas['objects'] = {}
  const events: Schemas['events'] = {}
  for (const file of files) {
    const source = program.getSourceFile(file)
    const symbol = source && checker.getSymbolAtLocation(source)
    for (const exported of symbol ? checker.getExportsOfModule(symbol) : []) {
      if (!(exported.flags & ts.SymbolFlags.Interface)) continue
      const type = checker.getDeclaredTypeOfSymbol(exported)
      const object = literalOf(type, 'object')
      if (object === 'event') noteEvent(exported.name, type)
      else if (object && object !== 'list' && type.getProperty('id')) {
        const of = (objects[object] ??= {})
        of[isTrue(type, 'deleted') ? 'deleted' : 'there'] ??= nameOf(type)
      }
    }
  }
  return { shapes, objects, events }

  function noteEvent(interfaceName: string, type: ts.Type): void {
    // Each event type's own schema checks the data, so the base type allows none.
    if (interfaceName === 'EventBase') objects['event'] = { there: nameOf(type) }
    const name = literalOf(type, 'type')
    const data = name && typeOf(type, 'data')
    const object = data && typeOf(data, 'object')
    if (!name || !object) return
    const kinds = object.isUnion() ? object.types : [object]
    events[name] = kinds.map(kind => literalOf(kind, 'object')).filter(kind => kind !== undefined)
  }

  /** Returns the name of an object type's schema, creating the schema on first use. */
  function nameOf(type: ts.Type): string {
    const known = names.get(type)
    if (known) return known
    const symbol = type.aliasSymbol ?? type.symbol
    const base = checker.symbolToString(symbol).replaceAll(/[^\w.]/g, '_')
    let name = base
    for (let again = 2; shapes[name] !== undefined; again++) name = `${base}_${again}`
    names.set(type, name)
    shapes[name] = true
    shapes[name] = objectOf(type)
    return name
  }

  function objectOf(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of checker.getPropertiesOfType(type)) {
      const itsType = checker.getTypeOfSymbol(property)
      const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional)
      const schema = schemaOf(itsType)
      // A property such as `deleted?: void` must never be present.
      if (schema === false) continue
      properties[property.name] = isShare.test(property.name) ? schema : wholeNumbers(schema)
      if (!isOptional) required.push(property.name)
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    return {
      type: 'object',
      properties,
      required,
      additionalProperties: index ? schemaOf(index.type) : false,
    }
  }

  function schemaOf(type: ts.Type): Schema {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return true
    if (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return false
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' }
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (type.flags & ts.TypeFlags.String) return { type: 'string' }
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
    if (type.isUnion()) return unionOf(type.types)
    if (type.aliasSymbol?.name === 'Decimal') return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }
    if (isOpenEnd(type)) return { type: 'string' }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', items: item ? schemaOf(item) : true }
    }
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return { shape: nameOf(type) }
    throw new Error(`no schema for ${checker.typeToString(type)}`)
  }

  /** Closes an open enum: `'a' | 'b' | OtherString` becomes 'a' or 'b'. */
  function unionOf(all: readonly ts.Type[]): Schema {
    const types = all.filter(type => !isOpenEnd(type))
    const values = types.filter(type => type.isStringLiteral() || type.isNumberLiteral()).map(type => type.value)
    const others = types.filter(type => !type.isStringLiteral() && !type.isNumberLiteral())
    const flags = others.filter(type => type.flags & ts.TypeFlags.BooleanLiteral)
    const rest = others.filter(type => flags.length < 2 || !(type.flags & ts.TypeFlags.BooleanLiteral))
    const choices: Schema[] = [
      ...(values.length > 0 ? [{ enum: values }] : []),
      ...(flags.length === 2 ? [{ type: 'boolean' }] : []),
      ...rest.map(schemaOf).filter(schema => schema !== false),
    ]
    if (choices.length === 0) return false
    return choices.length === 1 ? (choices[0] as Schema) : { anyOf: choices }
  }

  /** Recognises `string & Record<never, never>` (OtherString), which keeps an enum open. */
  function isOpenEnd(type: ts.Type): boolean {
    return type.isIntersection() && type.types.some(part => part.flags & ts.TypeFlags.String)
  }

  function typeOf(type: ts.Type, name: string): ts.Type | undefined {
    const property = type.getProperty(name)
    return property && checker.getTypeOfSymbol(property)
  }

  function literalOf(type: ts.Type, name: string): string | undefined {
    const found = typeOf(type, name)
    return found?.isStringLiteral() ? found.value : undefined
  }

  function isTrue(type: ts.Type, name: string): boolean {
    const found = typeOf(type, name)
    return found !== undefined && checker.typeToString(found) === 'true'
  }
}

function wholeNumbers(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  if (schema['type'] === 'number') return { type: 'integer' }
  if (Array.isArray(schema['anyOf'])) return { anyOf: (schema['anyOf'] as Schema[]).map(wholeNumbers) }
  return schema
}

function typeFiles(): string[] {
  const home = join(stripeHome, 'esm/resources')
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.d.ts') && !name.startsWith('V2'))
    .map(name => join(home, name))
}
