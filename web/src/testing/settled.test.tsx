import { Code, createClient } from '@connectrpc/connect';
import { useEffect } from 'react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { lazyPart } from '@/kit/Part';
import * as kit from '@/kit/pace';
import { transport } from '@/session/transport';
import { abandonHeld } from './hold';
import * as tests from './pace';
import { signIn } from './people';
import { open, page, visit } from './screen';
import { endCalls, lateCalls, resetServer, server, unansweredCalls } from './server';
import { settled } from './settled';
import { uploads } from './uploads';

const { getSettings, updateSettings } = SettingsService.method;
const settings = createClient(SettingsService, transport);

const frame = () => new Promise(requestAnimationFrame);

describe('the page is at rest', () => {
  test('when its last answer has led to nothing else', async () => {
    server.answer(updateSettings, {});
    void (async () => {
      for (let place = 0; place < 5; place += 1) {
        await settings.getSettings({});
        await new Promise((due) => setTimeout(due, 50));
        await frame();
        await navigator.locks.request('a lock', frame);
        await new Blob(['a file']).arrayBuffer();
      }
      await settings.updateSettings({});
    })();
    expect(await server.calls(updateSettings)).toHaveLength(1);
    expect(await server.calls(getSettings)).toHaveLength(5);
  });

  test('while the test holds up an answer', async () => {
    server.answer(getSettings, { pageSize: 7 });
    const release = server.hold(getSettings);
    const held = settings.getSettings({});
    expect(await server.calls(getSettings)).toHaveLength(1);
    release();
    expect((await held).pageSize).toBe(7);
  });

  test('when a part that was fetched is drawn, which React puts off for a moment', async () => {
    function Asking() {
      useEffect(() => void settings.getSettings({}), []);
      return null;
    }
    let arrive: (part: typeof Asking) => void = () => undefined;
    const fetched = new Promise<typeof Asking>((resolve) => {
      arrive = resolve;
    });
    const Part = lazyPart(() => fetched, <p>Being fetched</p>);
    await render(<Part />);
    await expect.element(page.getByText('Being fetched')).toBeVisible();
    arrive(Asking);
    expect(await server.calls(getSettings)).toHaveLength(1);
  });

  test('not before what it goes on to was asked for, which is told of when it has no answer', async () => {
    const missing = [`${ModuleService.typeName}/ListModules`];
    signIn();
    await open('/admin/modules');
    await settled();
    expect(unansweredCalls()).toEqual(missing);
    await open('/payroll');
    void visit('/admin/modules');
    await settled();
    expect(unansweredCalls()).toEqual(missing);
  });

  test('never, if it goes on and on, and what goes on is told', async () => {
    let timer: number | undefined;
    const goOn = () => {
      timer = window.setTimeout(goOn, 5);
    };
    goOn();
    onTestFinished(() => clearTimeout(timer));
    await expect(settled(100)).rejects.toThrow(/does not come to rest: .*timers are running/);
    clearTimeout(timer);
  });
});

describe('what a test leaves behind', () => {
  test('is cancelled, if it was held up', async () => {
    server.hold(getSettings);
    uploads.answer({ body: '' });
    uploads.hold();
    const held = settings.getSettings({});
    const upload = new XMLHttpRequest();
    const failed = new Promise((done) => {
      upload.onerror = done;
    });
    const form = new FormData();
    form.set('file', new File(['a'], 'a.txt'));
    upload.open('POST', '/api/documents/upload');
    upload.send(form);
    await settled();
    expect(abandonHeld()).toBe(true);
    await expect(held).rejects.toMatchObject({ code: Code.Canceled });
    await failed;
    expect(abandonHeld()).toBe(false);
  });

  test('is reported under its name, and is none of the next one’s calls', async () => {
    resetServer('A save that nobody waits for');
    endCalls();
    const late = settings.updateSettings({});
    await expect(late).rejects.toMatchObject({ code: Code.Canceled });
    expect(lateCalls()).toEqual([`${SettingsService.typeName}/UpdateSettings, of A save that nobody waits for`]);
    expect(lateCalls()).toEqual([]);
    expect(unansweredCalls()).toEqual([]);
    expect(await server.calls(updateSettings)).toEqual([]);
  });
});

test('the program has the pace of its tests', () => {
  expect(kit.PACE).toBe(tests.PACE);
});
