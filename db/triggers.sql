-- The triggers of a database with all migrations. Nothing runs this file: a test compares it with what the migrations make, where each stands on one
-- line. Triggers hold no rule of a case: they keep what is never changed, and what belongs to a deleted row.

-- What is never changed.

CREATE TRIGGER audit_update BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit is never changed');
END;

CREATE TRIGGER case_events_update BEFORE UPDATE ON case_events
BEGIN
  SELECT RAISE(ABORT, 'case_events is append-only');
END;

CREATE TRIGGER case_events_delete BEFORE DELETE ON case_events
WHEN EXISTS (SELECT 1 FROM applications WHERE id = old.applicationId AND NOT isThinned)
BEGIN
  SELECT RAISE(ABORT, 'case_events is append-only');
END;

CREATE TRIGGER suggestions_update BEFORE UPDATE ON suggestions
BEGIN
  SELECT RAISE(ABORT, 'suggestions is append-only');
END;

-- Limits: who would go beyond one learns until when (worker/http/limits.ts).

CREATE TRIGGER counters_over_limit BEFORE UPDATE ON counters
WHEN new.count > new.max
BEGIN
  SELECT RAISE(ABORT, 'over limit until ' || new.endsAt);
END;

-- What goes with a deleted row.

CREATE TRIGGER contact_messages_delete AFTER DELETE ON contact_messages
BEGIN
  DELETE FROM message_replies WHERE messageId = old.id;
END;

CREATE TRIGGER papers_go AFTER DELETE ON applications
BEGIN
  DELETE FROM papers WHERE applicationId = old.id;
END;

CREATE TRIGGER suggestions_go AFTER DELETE ON applications
BEGIN
  DELETE FROM suggestions WHERE applicationId = old.id;
END;

-- A lead of a deleted application stays until its recipient is told that the permission has ended.

CREATE TRIGGER applications_delete AFTER DELETE ON applications
BEGIN
  DELETE FROM outbox
    WHERE kind IN ('contactCorrected', 'emailReplaced')
    AND subjectId IN (SELECT cast(id AS text) FROM case_events WHERE applicationId = old.id);
  DELETE FROM case_events WHERE applicationId = old.id;
  DELETE FROM outbox
    WHERE subjectId IN (
      SELECT id FROM referrals WHERE applicationId = old.id
      UNION ALL SELECT id FROM permissions WHERE applicationId = old.id
      UNION ALL SELECT id FROM letters WHERE applicationId = old.id
    )
    AND NOT (kind = 'permissionWithdrawn' AND status IN ('owed', 'dead'));
  DELETE FROM referrals
    WHERE applicationId = old.id AND NOT EXISTS (SELECT 1 FROM outbox WHERE subjectId = referrals.id);
  DELETE FROM permissions WHERE applicationId = old.id;
  DELETE FROM letters WHERE applicationId = old.id;
  DELETE FROM codes WHERE applicationId = old.id;
  DELETE FROM outbox WHERE subjectId IN (SELECT id FROM appointments WHERE applicationId = old.id);
  DELETE FROM appointments WHERE applicationId = old.id;
  UPDATE applications SET mergedInto = NULL WHERE mergedInto = old.id;
END;

CREATE TRIGGER outbox_update AFTER UPDATE OF status ON outbox
WHEN new.status <> old.status
BEGIN
  DELETE FROM referrals
    WHERE id = new.subjectId AND new.kind = 'permissionWithdrawn' AND new.status IN ('sent', 'dropped')
    AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId);
END;

CREATE TRIGGER outbox_delete AFTER DELETE ON outbox
BEGIN
  DELETE FROM referrals
    WHERE id = old.subjectId AND old.kind = 'permissionWithdrawn'
    AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId);
END;

-- A translation names its original by the slug.

CREATE TRIGGER blog_posts_update AFTER UPDATE OF slug ON blog_posts
BEGIN
  UPDATE blog_posts SET translationOf = new.slug WHERE translationOf = old.slug AND new.slug <> old.slug;
END;
