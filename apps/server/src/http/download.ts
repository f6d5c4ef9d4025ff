import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that browsers save and never display, because foreign content must not run on our origin. */
export class Download {
  readonly name: string
  readonly type: string
  readonly content: Readable

  constructor(name: string, type: string, content: Readable) {
    this.name = name
    this.type = type
    this.content = content
  }

  send(reply: FastifyReply): FastifyReply {
    const plain = this.name.replace(/[^\w.-]/g, '_')
    const exact = encodeURIComponent(this.name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
    return reply
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${exact}`)
      .type(this.type)
      .send(this.content)
  }
}
