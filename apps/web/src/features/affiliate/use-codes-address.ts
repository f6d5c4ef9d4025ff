import { codeChars, mostCodes } from '@finlist/contract/affiliate'
import { useSearchParams } from 'react-router'

/** The codes named in the address. */
export function useCodesAddress() {
  const [query, setQuery] = useSearchParams()
  const named = (query.get('codes') ?? '').split(',').map(code => code.trim().toUpperCase().slice(0, codeChars))
  return {
    codes: [...new Set(named.filter(Boolean))].slice(0, mostCodes),
    search: (codes: readonly string[]) => setQuery({ codes: codes.join(',') }),
  }
}
