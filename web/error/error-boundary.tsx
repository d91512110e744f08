import { Component, type ErrorInfo, type ReactNode } from 'react';
import { WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { ErrorPage } from './error-page.tsx';
import { errorPageTexts } from './error-page-texts.ts';
import { MissingChunkError } from './import-chunk-with-retry.ts';
import { reportErrorToServer } from './report-error-to-server.ts';

/** Seconds before a broken page navigates back by itself (specification §2). */
const returnAfter = 15;

interface Props {
  children: ReactNode;
  /** When it changes, the page is rendered again: the address, or the tab's reload count. */
  resetKey: string;
}

interface State {
  error: Error | null;
  resetKey: string;
}

/** Catches errors of a screen, so that the shell around it keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    if (!(error instanceof WireError || error instanceof MissingChunkError))
      reportErrorToServer(error, info.componentStack ?? '');
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (error instanceof MissingChunkError)
      return (
        <ErrorPage
          sign={translate({ 'zh-cn': '更新', en: 'Update' })}
          title={translate(errorPageTexts.outdated)}
          text={translate(errorPageTexts.outdatedText)}
          details={error.message}
          onRetry={() => window.location.reload()}
        />
      );
    return (
      <ErrorPage
        sign={translate({ 'zh-cn': '异常', en: 'Error' })}
        title={translate(errorPageTexts.broken)}
        text={translate(errorPageTexts.brokenText)}
        requestId={error instanceof WireError ? error.requestId : undefined}
        details={`${error.name}: ${error.message}`}
        returnAfter={returnAfter}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
