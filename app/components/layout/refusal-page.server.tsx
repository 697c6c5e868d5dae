import { renderToStaticMarkup } from 'react-dom/server';
import { toDashboard } from '~/lib/addresses/account';
import { AppError } from '~/lib/errors';
import styles from '~/styles/app.css?url';
import { ErrorPage } from './error-page';

/**
 * What a link to a file answers: the file or, where it is refused, a page that says why. A route without a component has
 * no error boundary, and Remix would answer with a bare JSON text.
 */
export async function fileOrRefusal(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof AppError) return refusalPage(error);
    throw error;
  }
}

function refusalPage({ status, message }: AppError): Response {
  const page = renderToStaticMarkup(
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <title>考评</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body className="theme_1">
        <ErrorPage status={status} text={message} homeHref={toDashboard()} />
      </body>
    </html>,
  );
  return new Response(`<!doctype html>${page}`, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:",
      'Cache-Control': 'no-store',
    },
  });
}
