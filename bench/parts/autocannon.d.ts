/** The part of autocannon that bench/ uses. */
declare module 'autocannon' {
  type Request = { path?: string; headers?: Record<string, string>; setupRequest?: (request: Request) => Request }
  type Options = {
    url: string
    connections: number
    amount: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    requests?: Request[]
  }
  type Result = { requests: { total: number; average: number }; duration: number; non2xx: number; errors: number }
  export default function autocannon(options: Options): Promise<Result>
}
