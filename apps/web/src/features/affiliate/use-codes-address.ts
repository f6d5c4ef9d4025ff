import { codeChars, mostCodes } from '@finlist/contract/affiliate'
import { useSearchParams } from 'react-router'

/** Reads the codes from the address, and writes them to it. */
export function useCodesAddress() {
  const [query, setQuery] = useSearchParams()
  const named = (query.get('codes') ?? '').split(',').map(code => code.trim().toUpperCase().slice(0, codeChars))
  return {
    codes: [...new Set(named.filter(Boolean))].slice(0, mostCodes),
    search: (codes: readonly string[]) => setQuery({ codes: codes.join(',') }),
  }
}
