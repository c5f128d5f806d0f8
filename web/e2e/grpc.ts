import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Account, PASSWORD } from './accounts';

const BUF = fileURLToPath(new URL('../node_modules/.bin/buf', import.meta.url));

/** An answer as protobuf's JSON tells it: 64-bit integers are strings. */
export type Message = { readonly [field: string]: unknown };

/** Real gRPC over HTTP/2, as internal tools use it, with the schema that the server itself describes. */
export class Grpc {
  private constructor(
    private readonly base: string,
    private readonly headers: readonly string[],
  ) {}

  static async as(base: string, { email, tenantName }: Account): Promise<Grpc> {
    const login = { emailOrMobile: email, password: PASSWORD, tenantName };
    const { accessToken } = await new Grpc(base, []).call('auth.v1.AuthService/Login', login);
    return new Grpc(base, ['--header', `authorization: Bearer ${accessToken}`]);
  }

  /** Calls a method, named without `nirmaan.`. */
  async call(method: string, data: object): Promise<Message> {
    const way = ['curl', '--protocol', 'grpc', '--http2-prior-knowledge', ...this.headers];
    const { stdout } = await promisify(execFile)(BUF, [
      ...way,
      '--data',
      JSON.stringify(data),
      `${this.base}/nirmaan.${method}`,
    ]);
    return JSON.parse(stdout) as Message;
  }
}
