import { createRoot } from 'react-dom/client';
import { BrowserRouter } from '#web/navigation/router.tsx';
import { appStrokes } from '#web/ui/app-icons.ts';
import { addStrokes } from '#web/ui/icon.tsx';
import { ToastProvider } from '#web/ui/toast.tsx';
import { answerFromSamples } from './answer-from-samples.ts';
import { GalleryPage } from './gallery-page.tsx';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/print.css';

const container = document.querySelector('#root');
if (!container) throw new Error('the page has no #root');
addStrokes(appStrokes);
answerFromSamples();
// `?theme=light`, `?theme=dark`, or `?theme=both` for the two beside each other.
const theme = new URLSearchParams(window.location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
createRoot(container).render(
  <BrowserRouter>
    <ToastProvider>
      <GalleryPage theme={theme} />
    </ToastProvider>
  </BrowserRouter>,
);
