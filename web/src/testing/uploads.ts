import { vi } from 'vitest';
import { hold } from './hold';
import { noteStep, settled } from './settled';

/** A file on its way, as the server gets it. */
export interface Upload {
  readonly url: string;
  readonly headers: Headers;
  readonly file: File;
  /** The name of the form's field that carries it. */
  readonly field: string;
  /** The other fields of its form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Lets the browser know how much of it was sent, from 0 to 1. */
  readonly arrived: (share: number) => void;
  /** Sends a line of the answer ahead. */
  readonly tell: (line: object) => void;
}

/** The end of an answer: its status, and a body that is JSON unless it is a text. */
interface Reply {
  readonly status?: number;
  readonly body: object | string;
}

type Answer = (upload: Upload) => Reply | Promise<Reply>;

let answer: Answer | undefined;
let made: Upload[] = [];
let unanswered: string[] = [];

/** What a test says to the files that are sent to it. One that it gives no answer to fails the test. */
export const uploads = {
  /** Answers uploads from now on. */
  answer(reply: Reply | Answer): void {
    answer = typeof reply === 'function' ? reply : () => reply;
  },

  /** Lets the network fail from now on. */
  fail(): void {
    answer = () => Promise.reject(new Error('No network'));
  },

  /** Lets uploads wait until the returned function is called, or the test is over, and answers them as before. */
  hold(): () => void {
    const before = answer;
    const { released, release } = hold();
    answer = async (upload) => {
      await released;
      if (!before) throw new Error('Nobody answers');
      return before(upload);
    };
    return release;
  },

  /** The uploads once the page has come to rest, the oldest first. */
  async made(): Promise<readonly Upload[]> {
    await settled();
    return [...made];
  },
};

type Handler = ((event: object) => void) | null;

/** The part of XMLHttpRequest that uploads use, without a network. */
class FakeRequest {
  status = 0;
  responseText = '';
  readonly upload: { onprogress: Handler } = { onprogress: null };
  onprogress: Handler = null;
  onload: Handler = null;
  onerror: Handler = null;
  onabort: Handler = null;
  onloadend: Handler = null;

  private url = '';
  private ended = false;
  private readonly headers = new Headers();

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  abort(): void {
    this.end(this.onabort);
  }

  send(form: FormData): void {
    void this.run(form);
  }

  private async run(form: FormData): Promise<void> {
    const upload = this.taken(form);
    noteStep();
    made.push(upload);
    try {
      if (!answer) unanswered.push(this.url);
      const { status = 200, body } = (await answer?.(upload)) ?? { status: 501, body: '' };
      if (this.ended) return;
      upload.arrived(1);
      this.status = status;
      this.responseText += typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
      this.end(this.onload);
    } catch {
      this.end(this.onerror);
    }
  }

  private taken(form: FormData): Upload {
    const parts = [...form.entries()];
    const [carried, ...more] = parts.flatMap(([field, part]) => (part instanceof File ? [{ field, file: part }] : []));
    if (!carried || more.length > 0) throw new Error('A form carries one file');
    const fields = Object.fromEntries(parts.flatMap(([name, part]) => (part instanceof File ? [] : [[name, part]])));
    const { url, headers } = this;
    return {
      url,
      headers,
      ...carried,
      fields,
      arrived: (share) => {
        if (!this.ended) this.upload.onprogress?.({ loaded: share * 1000, total: 1000 });
      },
      tell: (line) => {
        if (this.ended) return;
        this.status = 200;
        this.responseText += `${JSON.stringify(line)}\n`;
        this.onprogress?.({});
      },
    };
  }

  private end(handler: Handler): void {
    if (this.ended) return;
    this.ended = true;
    handler?.({});
    this.onloadend?.({});
  }
}

/** Forgets all, before a test. Nothing is ever sent for real. */
export function resetUploads(): void {
  answer = undefined;
  made = [];
  unanswered = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
}

/** The uploads of this test that nobody had an answer for. */
export const unansweredUploads = (): readonly string[] => unanswered;
