import { readdir } from 'node:fs/promises'
import type { AnyCall } from '@finlist/contract/call'

const contract = new URL('./', import.meta.resolve('@finlist/contract/call'))

export type EveryCall = { call: AnyCall; file: string }

/** Every call that the contract exports, by name, with its source file. */
export async function everyCall(): Promise<Map<string, EveryCall>> {
  const calls = new Map<string, EveryCall>()
  for (const file of (await readdir(contract, { recursive: true })).toSorted()) {
    if (!/^[\w/-]+\.ts$/.test(file)) continue
    const module = (await import(new URL(file, contract).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) if (isCall(value)) calls.set(name, { call: value, file })
  }
  return calls
}

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'needs' in value
