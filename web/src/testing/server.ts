import type {
  DescMessage,
  DescMethod,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { RoleRequestService } from '@/gen/nirmaan/platform/v1/role_request_service_pb';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { currentUser } from '@/session/session-store';
import { hold } from './hold';
import { session } from './people';
import { services } from './services';
import { noteStep, settled } from './settled';

type Maybe<T> = T | Promise<T>;

/** What a test answers to a call: a message, or a function of the request. */
type Answer<In extends DescMessage, Out> = Out | ((request: MessageShape<In>, context: HandlerContext) => Maybe<Out>);

/** The parts of a stream, at once or as they come. */
type Parts<Out extends DescMessage> = Iterable<MessageInitShape<Out>> | AsyncIterable<MessageInitShape<Out>>;

/** A call as the server saw it. */
export interface Call<In extends DescMessage = DescMessage> {
  readonly request: MessageShape<In>;
  readonly headers: Headers;
}

// Which message belongs to which method is known where an answer is given, and forgotten here.
type Fields = Record<string, unknown>;
type Respond = (request: never, context: HandlerContext) => Maybe<Fields | Iterable<Fields> | AsyncIterable<Fields>>;

/** A test, whose calls are refused once it is over. */
export interface Test {
  readonly name: string;
  isOver: boolean;
}

const answers = new Map<DescMethod, Respond>();
const calls: { readonly method: DescMethod; readonly call: Call }[] = [];
const unanswered: string[] = [];
const late: string[] = [];

let running: Test | undefined;

const called = (method: DescMethod) => calls.filter((made) => made.method === method);
const pathOf = (method: DescMethod) => `${method.parent.typeName}/${method.name}`;

function respond(method: DescMethod, request: unknown, context: HandlerContext) {
  noteStep();
  calls.push({ method, call: { request: request as never, headers: context.requestHeader } });
  const answer = answers.get(method);
  if (answer) return answer(request as never, context);
  unanswered.push(pathOf(method));
  throw new ConnectError(`${pathOf(method)} has no answer in this test`, Code.Unimplemented);
}

/** The server's side of every method: what the running test says, and nothing else. */
export function routes(router: ConnectRouter): void {
  for (const { methods } of services) {
    for (const method of methods) {
      if (method.methodKind === 'unary') {
        router.rpc(method as DescMethodUnary, async (...call) => (await respond(method, ...call)) as Fields);
      } else if (method.methodKind === 'server_streaming') {
        router.rpc(method as DescMethodServerStreaming, async function* (...call) {
          yield* (await respond(method, ...call)) as Iterable<Fields>;
        });
      }
    }
  }
}

/** The server that a screen test speaks for. A call that it gives no answer to fails the test. */
export const server = {
  /** Answers a method from now on. */
  answer<In extends DescMessage, Out extends DescMessage>(
    method: DescMethodUnary<In, Out>,
    answer: Answer<In, MessageInitShape<Out>>,
  ): void {
    answers.set(method, (request, context) => (typeof answer === 'function' ? answer(request, context) : answer));
  },

  /** Answers a streaming method with these parts. */
  stream<In extends DescMessage, Out extends DescMessage>(
    method: DescMethodServerStreaming<In, Out>,
    answer: Answer<In, Parts<Out>>,
  ): void {
    answers.set(method, (request, context) => (typeof answer === 'function' ? answer(request, context) : answer));
  },

  /** Refuses a method until the returned function is called, which brings back the answer before. */
  fail(method: DescMethod, code: Code = Code.Internal, message = ''): () => void {
    const before = answers.get(method);
    answers.set(method, () => {
      throw new ConnectError(message, code);
    });
    return () => (before ? answers.set(method, before) : answers.delete(method));
  },

  /** Lets calls of a method wait until the returned function is called, or the test is over. */
  hold(method: DescMethod): () => void {
    const before = answers.get(method);
    const { released, release } = hold();
    answers.set(method, async (request, context) => {
      await released.catch(({ message }: Error) => {
        throw new ConnectError(message, Code.Canceled);
      });
      return before?.(request, context) ?? {};
    });
    return release;
  },

  /** The calls of a method once the page has come to rest, the oldest first. */
  async calls<In extends DescMessage>(method: DescMethodUnary<In, DescMessage>): Promise<readonly Call<In>[]> {
    await settled();
    return called(method).map(({ call }) => call as Call<In>);
  },
};

/** The test that calls belong to now. */
export const runningTest = (): Test | undefined => running;

/** Refuses a call that began in a test that is over: it would count as one of the next. */
export function refuseIfLate(method: DescMethod, test: Test | undefined): void {
  if (test && !test.isOver) return;
  const name = test?.name ?? 'no test';
  late.push(`${pathOf(method)}, of ${name}`);
  throw new ConnectError(`Too late, for ${name} is over`, Code.Canceled);
}

/** Forgets everything, before a test. What every screen asks for has a plain answer. */
export function resetServer(name: string): void {
  endCalls();
  running = { name, isOver: false };
  answers.clear();
  calls.length = 0;
  unanswered.length = 0;
  server.answer(DeletedService.method.describeDeletion, {});
  server.answer(SettingsService.method.getSettings, {});
  server.answer(SettingsService.method.listSavedViews, {});
  server.answer(MailLinkService.method.getMailOptions, {});
  server.answer(RoleRequestService.method.getRoleRequest, {});
  server.answer(UserRoleMappingService.method.listRoleSelection, {});
  server.answer(AuthService.method.refresh, () => session(currentUser()));
}

/** Ends the test for the server. */
export function endCalls(): void {
  if (running) running.isOver = true;
}

/** The calls that nobody had an answer for, since this was last asked. */
export const unansweredCalls = (): readonly string[] => unanswered.splice(0);

/** The calls that came when their test was over, since this was last asked. */
export const lateCalls = (): readonly string[] => late.splice(0);
