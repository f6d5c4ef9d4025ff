/** A cookie jar that follows redirects and submits forms, like a browser without scripts. */
export class Browser {
  readonly base: string
  userAgent = 'node'
  readonly cookies = new Map<string, { value: string; path: string }>()

  constructor(base: string) {
    this.base = base
  }

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const to = new URL(url, this.base)
    const cookie = [...this.cookies]
      .filter(([, { path }]) => to.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(to, {
      ...init,
      redirect: 'manual',
      headers: {
        // Browsers send the page's origin with every request but a GET.
        ...(init.method === 'POST' && { origin: this.base }),
        ...(init.headers as Record<string, string>),
        cookie,
        'user-agent': this.userAgent,
      },
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  /** Follows at most twelve redirects. Stops early before a path for which `until` returns true. */
  async follow(answer: Response, until?: (path: string) => boolean): Promise<{ answer: Response; url: URL }> {
    let url = new URL(answer.url)
    for (let hop = 0; hop < 12 && answer.status >= 300 && answer.status < 400; hop++) {
      url = new URL(answer.headers.get('location')!, url)
      if (until?.(url.pathname)) break
      answer = await this.go(url.href)
    }
    return { answer, url }
  }

  async submit(url: string, fields: Record<string, string>): Promise<Response> {
    return await this.go(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: this.base,
        'sec-fetch-site': 'same-origin',
      },
      body: new URLSearchParams(fields).toString(),
    })
  }

  /** Starts a sign-in as our page does. Returns the HTML and the path of the provider's page. */
  async openSignIn(query = 'returnTo=/'): Promise<{ html: string; path: string }> {
    const { answer, url } = await this.follow(await this.go(`/auth/login?${query}`))
    return { html: await answer.text(), path: url.pathname }
  }

  async oneClick(email: string) {
    await this.#signIn('one-click', { email })
  }

  async byPassword(email: string, password: string) {
    await this.#signIn('password', { email, password })
  }

  /** Posts to the server as our own pages do. */
  async post(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return await this.go(url, {
      method: 'POST',
      headers: { 'x-requested-with': 'finlist', 'sec-fetch-site': 'same-origin', ...headers },
    })
  }

  /** Signs out here and at the provider, and returns the final address. */
  async signOut(): Promise<URL> {
    const { next } = (await (await this.post('/auth/logout')).json()) as { next: string }
    const { answer, url } = await this.follow(await this.go(next), to => to === '/')
    const html = await answer.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
    if (!action) return url
    const hidden = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    return (await this.follow(await this.submit(action, Object.fromEntries(hidden)), to => to === '/')).url
  }

  async #signIn(step: string, fields: Record<string, string>) {
    const { path } = await this.openSignIn()
    const { url, answer } = await this.follow(await this.submit(`${path}/${step}`, fields), to => to === '/')
    if (url.pathname !== '/') throw new Error(`signing in by ${step} ended at ${url.pathname} with ${answer.status}`)
  }

  #keep(line: string) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
    if (/expires=Thu, 01 Jan 1970|max-age=0(;|$)/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, { value: pair.slice(pair.indexOf('=') + 1), path })
  }
}
