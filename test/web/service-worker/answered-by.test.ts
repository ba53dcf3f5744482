import { expect, it } from 'vitest';

import { answeredBy, type Shell } from '#web/service-worker/answered-by.ts';

const origin = 'https://satchel.example';
const shell: Shell = {
  version: 'v1',
  entry: '/assets/app-1.js',
  files: ['/assets/app-1.js', '/assets/kit-1.css'],
  documents: ['/', '/login', '/password/forgot', '/terms'],
};
const asked = (path: string, mode = 'navigate', method = 'GET') =>
  answeredBy({ method, mode, url: new URL(path, origin).href }, origin, shell);

it.each(['/dashboard', '/dashboard/', '/dashboard?add-money', '/cards/crd_1', '/users/usr_1', '/email/verify/abc'])(
  'starts the app at %s, from the shell when there is no connection',
  (path) => {
    expect(asked(path)).toBe('page');
  },
);

it.each(['/', '/login', '/LOGIN', '/Terms/', '/password/forgot', '/api/docs', '/robots.txt', '/service-worker.js'])(
  'leaves the document %s to the browser',
  (path) => {
    expect(asked(path)).toBe('browser');
  },
);

it('serves the files of its own build, and leaves others to the browser', () => {
  expect(asked('/assets/app-1.js', 'cors')).toBe('file');
  expect(asked('/assets/app-2.js', 'cors')).toBe('browser');
  expect(asked('/app.html', 'cors')).toBe('browser');
  expect(asked('https://elsewhere.example/assets/app-1.js', 'cors')).toBe('browser');
});

it.each(['/api/user', '/api/cards', '/api/cards/crd_1/reveal', '/api/cards/crd_1/codes'])(
  'never answers the call %s',
  (path) => {
    for (const mode of ['cors', 'same-origin', 'navigate']) expect(asked(path, mode)).toBe('browser');
  },
);

it('leaves requests that change something to the browser', () => {
  expect(asked('/dashboard', 'navigate', 'POST')).toBe('browser');
  expect(asked('/app.html', 'cors', 'HEAD')).toBe('browser');
});
